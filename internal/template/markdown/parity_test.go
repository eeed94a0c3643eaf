package markdown

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"html"
	"html/template"
	"io"
	"io/fs"
	"net/url"
	"os"
	slashpath "path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
)

// parityRoot returns the folder of reference sites with Hugo's output, from SITEGEN_PARITY, else shared/parity next to
// the checkout. If it is missing, the test is skipped.
func parityRoot(t testing.TB) string {
	t.Helper()
	root := os.Getenv("SITEGEN_PARITY")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "parity")
	}
	if _, err := os.Stat(root); err != nil {
		t.Skip("no reference sites: set SITEGEN_PARITY to their folder")
	}
	return root
}

// expectedPages unpacks a site's expectations: language + " " + path → the facts of the page.
func expectedPages(t testing.TB, site string) map[string]map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join(parityRoot(t), site, "expected.tar.gz"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	gz, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]string{}
	for r := tar.NewReader(gz); ; {
		h, err := r.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(h.Name, ".html") {
			continue
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		facts := pageFacts(string(b))
		if facts["path"] != "" {
			out[facts["language"]+" "+facts["path"]] = facts
		}
	}
}

var factLine = regexp.MustCompile(`(?m)^@@([a-z]+) ?`)

// pageFacts splits a probe page at its @@ lines.
func pageFacts(s string) map[string]string {
	head, content, ok := strings.Cut(s, "@@content\n")
	if !ok {
		return nil
	}
	facts := map[string]string{"content": content}
	marks := factLine.FindAllStringSubmatchIndex(head, -1)
	for i, m := range marks {
		end := len(head)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		facts[head[m[2]:m[3]]] = strings.TrimSuffix(head[m[1]:end], "\n")
	}
	return facts
}

var frontMatters = []*regexp.Regexp{
	regexp.MustCompile(`(?s)\A\x{feff}?\s*---[ \t]*\r?\n(.*?)(?:^|\n)---[ \t]*(?:\r?\n|\z)`),
	regexp.MustCompile(`(?s)\A\x{feff}?\s*\+\+\+[ \t]*\r?\n(.*?)(?:^|\n)\+\+\+[ \t]*(?:\r?\n|\z)`),
}

// splitFrontMatter handles only the front matter that the reference sites use.
func splitFrontMatter(s string) (front, body string) {
	for _, re := range frontMatters {
		if m := re.FindStringSubmatchIndex(s); m != nil {
			return s[m[2]:m[3]], s[m[1]:]
		}
	}
	return "", s
}

type paritySite struct {
	name    string
	content string // folder of the content, below source; one folder per language if languages is set
	langs   bool
	options func(*markup.Options)
	hooks   bool    // Hugo's embedded link and image hooks are on
	least   float64 // minimum percentage of pages that must be equal
}

var paritySites = []paritySite{
	{name: "rules-markdown", content: "text", options: func(o *markup.Options) {
		o.Emoji = true
		o.Goldmark.Parser.AttributeBlock = true
		o.Goldmark.Extensions.Passthrough = markup.Passthrough{
			Enable: true, Block: [][2]string{{`\[`, `\]`}, {"$$", "$$"}}, Inline: [][2]string{{`\(`, `\)`}},
		}
	}, least: 100},
	{name: "etcd", content: "content/en", options: func(o *markup.Options) {
		o.Goldmark.Renderer.Unsafe = true
		o.Goldmark.Extensions.Typographer.EnDash = "--"
		o.Highlight.Style = "tango"
	}, hooks: true, least: 100},
	{name: "hugodocs", content: "content/en", options: func(o *markup.Options) {
		o.Emoji = true
		o.Goldmark.Extensions.Passthrough = markup.Passthrough{
			Enable: true, Block: [][2]string{{`\[`, `\]`}, {"$$", "$$"}}, Inline: [][2]string{{`\(`, `\)`}},
		}
		o.Goldmark.Parser.AutoDefinitionTermID = true
		o.Goldmark.Parser.WrapStandAloneImageWithinParagraph = false
		o.Goldmark.Parser.AttributeBlock = true
		o.Highlight.LineNumbersInTable = false
		o.Highlight.NoClasses = false
		o.Highlight.Style = "modus-operandi"
		o.Highlight.WrapperClass = "highlight not-prose"
	}, hooks: true, least: 100},
	{name: "letsencrypt", content: "content", langs: true, options: func(o *markup.Options) {
		o.Goldmark.Renderer.Unsafe = true
		o.Goldmark.Parser.AutoIDType = "blackfriday"
		o.Highlight.NoClasses = false
	}, hooks: true, least: 99.6}, // three pages: a bare URL before ")", where goldmark 1.8.7 ends it and Hugo's 1.8.5 does not
}

func TestParity(t *testing.T) {
	for _, site := range paritySites {
		t.Run(site.name, func(t *testing.T) { testParity(t, site) })
	}
}

func testParity(t *testing.T, site paritySite) {
	expected := expectedPages(t, site.name)
	o := markup.DefaultOptions()
	o.FirstPieces = true // as in Hugo 0.165
	site.options(&o)
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(parityRoot(t), site.name, "source", filepath.FromSlash(site.content))
	equal, total, shown := map[string]int{}, map[string]int{}, 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		lang, logical := "en", "/"+strings.TrimSuffix(filepath.ToSlash(rel), ".md")
		if site.langs {
			lang, logical, _ = strings.Cut(logical[1:], "/")
			logical = "/" + logical
		}
		logical = strings.TrimSuffix(strings.TrimSuffix(logical, "/_index"), "/index")
		logical = strings.ReplaceAll(strings.ToLower(logical), " ", "-")
		want := expected[lang+" "+logical]
		if want == nil {
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		front, body := splitFrontMatter(string(b))
		if strings.Contains(body, "{{") {
			return nil
		}
		var hooks Hooks
		if site.hooks {
			hooks = embeddedHooks(path, lang, logical, expected)
		}
		got, err := convertedFacts(c, rel, front, body, hooks)
		if err != nil {
			t.Errorf("%s: %v", rel, err)
			return nil
		}
		for _, fact := range comparedFacts {
			w, ok := want[fact]
			if !ok {
				continue
			}
			total[fact]++
			if g := got[fact]; strings.TrimSpace(w) == strings.TrimSpace(g) {
				equal[fact]++
			} else if shown++; shown <= 15 {
				t.Logf("%s: %s differs: %s", rel, fact, firstDifference(strings.TrimSpace(w), strings.TrimSpace(g)))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, fact := range comparedFacts {
		if total[fact] == 0 {
			continue
		}
		percent := 100 * float64(equal[fact]) / float64(total[fact])
		t.Logf("%-20s %d/%d %.2f %%", fact, equal[fact], total[fact], percent)
		if percent < site.least {
			t.Errorf("%s: %.2f %% of the pages are equal, want %.2f %%", fact, percent, site.least)
		}
	}
}

var comparedFacts = []string{
	"content", "toc", "wordcount", "fuzzywordcount", "readingtime", "summary", "truncated",
	"plain", "plainwords", "fragments", "fragmenttoc", "withoutsummary",
}

// convertedFacts converts a page without shortcodes, as a caller does.
func convertedFacts(c *Converter, file, front, body string, hooks Hooks) (map[string]string, error) {
	parts, divided := MarkDivider([]Part{{Text: body}})
	var text Mixed
	for _, p := range parts {
		text.Add(p)
	}
	out, err := c.Convert(Input{File: file, Line: 1, Source: text.String(), Pieces: text.Pieces(), Hooks: hooks})
	if err != nil {
		return nil, err
	}
	cjk := strings.Contains(front, "isCJKLanguage: true")
	var split Split
	summary := regexp.MustCompile(`(?m)^summary: (.*)$`).FindStringSubmatch(front)
	switch {
	case divided:
		split = SplitManual(out.HTML, false)
	case summary == nil:
		split = SplitAuto(out.HTML, 70, cjk, 165)
	default:
		split = Split{Content: out.HTML, Rest: out.HTML}
	}
	if split.Summary == "" && summary != nil {
		text := strings.Trim(summary[1], `"'`)
		short, err := c.Convert(Input{Source: text, Inline: true, Hooks: hooks})
		if err != nil {
			return nil, err
		}
		split.Summary = string(short.HTML)
	}
	facts := TextFacts(split.Content, cjk, 165)
	escape := func(s string) string { return strings.ReplaceAll(html.EscapeString(s), "+", "&#43;") }
	ids := ""
	for _, id := range out.TOC.Identifiers {
		ids += escape(id) + " | "
	}
	return map[string]string{
		"content":        split.Content,
		"toc":            string(out.TOC.ToHTML(2, 3, false)),
		"wordcount":      strconv.Itoa(facts.WordCount),
		"fuzzywordcount": strconv.Itoa(FuzzyWordCount(facts.WordCount, 165)),
		"readingtime":    strconv.Itoa(ReadingTime(facts.WordCount, cjk, 165)),
		"summary":        split.Summary,
		"truncated":      strconv.FormatBool(split.Truncated),
		"plain":          escape(facts.Plain),
		"plainwords":     fmt.Sprintf("%d %d", len(strings.Fields(facts.Plain)), len(split.Content)),
		"fragments":      ids,
		"fragmenttoc":    string(out.TOC.ToHTML(1, 6, true)),
		"withoutsummary": split.Rest,
	}, nil
}

var (
	linkTemplate  = template.Must(template.New("").Parse(`<a href="{{ .Href }}"{{ with .Title }} title="{{ . }}"{{ end }}>{{ .Text }}</a>`))
	imageTemplate = template.Must(template.New("").Parse(`<img src="{{ .Href }}" alt="{{ .PlainText }}"{{ with .Title }} title="{{ . }}"{{ end }}>`))
)

// embeddedHooks replace Hugo's embedded link and image templates: pages are found by the paths in the expectations,
// resources next to the file.
func embeddedHooks(file, lang, logical string, expected map[string]map[string]string) Hooks {
	self := expected[lang+" "+logical]["relpermalink"]
	bundle := strings.HasSuffix(file, "index.md")
	base := logical
	if !bundle {
		base = slashpath.Dir(logical)
	}
	page := func(ref string) string {
		ref = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(ref), ".md"), "/")
		tries := []string{ref}
		if !strings.HasPrefix(ref, "/") {
			tries = []string{slashpath.Join(base, ref), slashpath.Join("/", ref)}
		}
		for _, try := range tries {
			for _, try := range []string{try, strings.TrimSuffix(strings.TrimSuffix(try, "/_index"), "/index")} {
				if found, ok := expected[lang+" "+try]; ok {
					return found["relpermalink"]
				}
			}
		}
		return ""
	}
	resource := func(ref string) string {
		if ref == "" || !bundle || strings.HasSuffix(ref, ".md") {
			return ""
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(file), filepath.FromSlash(ref))); err != nil {
			return ""
		}
		return strings.TrimSuffix(self, "/") + "/" + ref
	}
	type data struct {
		LinkHook
		Href string
	}
	resolve := func(h LinkHook, find func(string) string) string {
		u, err := url.Parse(h.Destination)
		if err != nil {
			return h.Destination
		}
		if strings.HasPrefix(u.String(), "#") {
			return self + "#" + u.Fragment
		}
		if u.String() == "" || u.IsAbs() {
			return u.String()
		}
		href := find(strings.TrimPrefix(u.Path, "./"))
		if href == "" {
			return u.String()
		}
		if u.RawQuery != "" {
			href += "?" + u.RawQuery
		}
		if u.Fragment != "" {
			href += "#" + u.Fragment
		}
		return href
	}
	run := func(t *template.Template, d data) ([]byte, bool, error) {
		var b strings.Builder
		err := t.Execute(&b, d)
		return []byte(b.String()), true, err
	}
	return Hooks{
		Link: func(h LinkHook) ([]byte, bool, error) {
			return run(linkTemplate, data{h, resolve(h, func(ref string) string {
				if p := page(ref); p != "" && ref != "" {
					return p
				}
				return resource(ref)
			})})
		},
		Image: func(h LinkHook) ([]byte, bool, error) {
			return run(imageTemplate, data{h, resolve(h, resource)})
		},
	}
}

func firstDifference(want, got string) string {
	i := 0
	for i < len(want) && i < len(got) && want[i] == got[i] {
		i++
	}
	from := max(0, i-60)
	return fmt.Sprintf("\n\twant …%q\n\tgot  …%q", want[from:min(len(want), i+100)], got[from:min(len(got), i+100)])
}
