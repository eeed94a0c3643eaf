package site_test

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
)

// clock is the moment at which the expectations were made.
var clock = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// parityDir finds the folder of real sites with what Hugo wrote from them.
func parityDir(t testing.TB) string {
	if dir := os.Getenv("SITEGEN_PARITY"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if p := filepath.Join(dir, "shared", "parity"); isDir(p) {
			return p
		}
		if dir == filepath.Dir(dir) {
			t.Skip("no parity folder beside the repository (SITEGEN_PARITY names one)")
		}
	}
}

func isDir(p string) bool {
	fi, err := os.Stat(p)
	return err == nil && fi.IsDir()
}

// unpack reads the expected files of a site.
func unpack(t testing.TB, archive string) map[string]string {
	f, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		_, name, _ := strings.Cut(strings.TrimPrefix(h.Name, "./"), "/")
		out[name] = string(b)
	}
}

func load(t testing.TB, dir string) *site.Site {
	cfg, problems := config.Load(config.LoadOptions{Project: dir, Environ: []string{"HUGO_COMPATIBILITY=0.165"}})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	tree, found, err := content.Load(context.Background(), cfg.Project, cfg.ContentOptions())
	if err != nil {
		t.Fatal(err)
	}
	if err := diag.FromAll(found).Err(); err != nil {
		t.Fatal(err)
	}
	s, problems := site.Assemble(site.Input{Config: cfg, Tree: tree, Now: clock})
	for i, p := range problems {
		if i == 20 {
			t.Logf("and %d more", len(problems)-i)
			break
		}
		t.Logf("%s: %v", p.Severity, p)
	}
	if s == nil {
		t.Fatal("no site")
	}
	return s
}

// related is the configuration of the site that is compared.
var related config.Related

func TestParity(t *testing.T) {
	parity := parityDir(t)
	archives, _ := filepath.Glob(filepath.Join(parity, "*", "expected.tar.gz"))
	if len(archives) == 0 {
		t.Skip("no sites in " + parity)
	}
	for _, a := range archives {
		dir := filepath.Dir(a)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			want := unpack(t, a)
			s := load(t, filepath.Join(dir, "source"))
			related = s.Config.Related
			c := comparison{t: t, site: s, rows: map[string]*row{}}
			c.files(want, filepath.Join(dir, "source"))
			c.facts(want)
			c.report()
		})
	}
}

type row struct {
	good, all int
	diffs     []string
}

type comparison struct {
	t    *testing.T
	site *site.Site
	rows map[string]*row
}

func (c *comparison) check(name, where, want, got string) {
	r := c.rows[name]
	if r == nil {
		r = &row{}
		c.rows[name] = r
	}
	r.all++
	if want == got {
		r.good++
		return
	}
	if len(r.diffs) < 3 {
		i := 0
		for i < len(want) && i < len(got) && want[i] == got[i] {
			i++
		}
		i = max(0, i-40)
		r.diffs = append(r.diffs, fmt.Sprintf("%s\n\twant …%.200q\n\tgot  …%.200q", where, want[min(i, len(want)):], got[min(i, len(got)):]))
	}
}

func (c *comparison) report() {
	for _, name := range slices.Sorted(maps.Keys(c.rows)) {
		r := c.rows[name]
		if r.good == r.all {
			c.t.Logf("%-16s %d", name, r.all)
			continue
		}
		c.t.Errorf("%-16s %d of %d\n%s", name, r.good, r.all, strings.Join(r.diffs, "\n"))
	}
}

var discovery = regexp.MustCompile(`(^|/)(sitemap[^/]*|robots\.txt|404\.html)$`)

// files compares the set of output files, as far as the site alone decides it.
func (c *comparison) files(want map[string]string, source string) {
	got := map[string]bool{}
	pagers := map[string]bool{}
	for _, p := range c.site.Pages {
		for _, t := range p.Targets {
			if p.Apart() {
				continue
			}
			got[t.File] = true
			if p.IsNode() && t.Format.IsHTML {
				for n := 1; n < 40; n++ {
					pagers[site.PagerFile(p, t, n)] = true
				}
			}
		}
		for _, r := range p.Resources {
			if r.File != "" && !r.Lazy {
				got[r.File] = true
			}
		}
	}
	for _, a := range c.site.Aliases {
		got[a.File] = true
	}
	static := map[string]bool{}
	for _, d := range c.site.Config.StaticDirs {
		root := filepath.Join(source, d)
		_ = filepath.WalkDir(root, func(p string, _ os.DirEntry, err error) error {
			if err == nil {
				rel, _ := filepath.Rel(root, p)
				static[filepath.ToSlash(rel)] = true
			}
			return nil
		})
	}
	for _, f := range slices.Sorted(maps.Keys(want)) {
		if discovery.MatchString(f) || static[f] || strings.Contains(f, "asset") || strings.HasPrefix(f, "made/") {
			continue // written by templates or by other stages
		}
		ok := got[f] || pagers[f]
		c.check("files", f, "there", map[bool]string{true: "there", false: "missing"}[ok])
	}
	for _, f := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[f]; !ok && strings.HasSuffix(f, ".html") {
			c.check("no-extra-pages", f, "not there", "there")
		}
	}
}

// other reports whether the probe of this site prints something else under the name of a fact: the
// site about functions does, on its front page and in its section of functions.
func (c *comparison) other(key string, p *site.Page) bool {
	if c.site.Config.BaseURL != "https://hooks.example/base/" {
		return false
	}
	return key == "site" || p.SectionPath == "fn" && (key == "path" || key == "resources")
}

// facts compares the @@ lines of every page.
func (c *comparison) facts(want map[string]string) {
	byFile := map[string]*site.Page{}
	targets := map[string]site.Target{}
	for _, p := range c.site.Pages {
		for _, t := range p.Targets {
			byFile[t.File], targets[t.File] = p, t
		}
	}
	aliases := map[string]site.Alias{}
	for _, a := range c.site.Aliases {
		aliases[a.File] = a
	}
	for _, f := range slices.Sorted(maps.Keys(want)) {
		body := want[f]
		if !strings.HasSuffix(f, ".html") || f == "404.html" || strings.HasSuffix(f, "/404.html") {
			continue
		}
		if a, ok := aliases[f]; ok {
			if m := regexp.MustCompile(`(?i)url=([^">]+)`).FindStringSubmatch(body); m != nil {
				c.check("redirects", f, html.UnescapeString(m[1]), a.URL.Abs())
			} else if m := regexp.MustCompile(`@@aliastarget (.*)`).FindStringSubmatch(body); m != nil {
				c.check("redirects", f, html.UnescapeString(m[1]), a.URL.Abs())
			}
			continue
		}
		p := byFile[f]
		if p == nil {
			continue
		}
		facts := parseFacts(body)
		for _, key := range slices.Sorted(maps.Keys(facts)) {
			fn := factOf[key]
			if fn == nil || c.other(key, p) {
				continue
			}
			value := facts[key]
			if key != "params" && key != "resourcesfull" {
				value = html.UnescapeString(value)
			}
			got, ok := fn(p)
			switch key { // of the output that is printed
			case "relpermalink":
				got = targets[f].URL.Rel()
			case "permalink":
				got = targets[f].URL.Abs()
			}
			if !ok {
				continue
			}
			c.check(key, f, value, strings.TrimSpace(got))
		}
	}
}

func parseFacts(body string) map[string]string {
	head, _, _ := strings.Cut(body, "@@content\n")
	out := map[string]string{}
	re := regexp.MustCompile(`^@@([a-z]+) ?(.*)`)
	key := ""
	for _, line := range strings.Split(head, "\n") {
		if m := re.FindStringSubmatch(line); m != nil {
			key = m[1]
			out[key] = m[2]
		} else if key != "" {
			out[key] += "\n" + line
		}
	}
	for k, v := range out {
		out[k] = strings.TrimSpace(v)
	}
	return out
}

func rel(p *site.Page) string {
	if p == nil {
		return ""
	}
	return p.URL.Rel()
}

func rels(pages []*site.Page) string {
	var b strings.Builder
	for _, p := range pages {
		b.WriteString(rel(p) + " | ")
	}
	return b.String()
}

func date(t time.Time) string { return t.Format("2006-01-02T15:04:05Z07:00") }

func one(f func(*site.Page) string) func(*site.Page) (string, bool) {
	return func(p *site.Page) (string, bool) { return f(p), true }
}

func joined(list []string) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s + " | ")
	}
	return b.String()
}

func jsonOf(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func resourceType(r *site.Resource) string {
	if r.Page != nil {
		return "page"
	}
	return r.Kind
}

func entryText(me *site.MenuEntry) string {
	relParam := ""
	if v, ok := me.Params["rel"].(string); ok {
		relParam = v
	}
	page := rel(me.Page)
	s := fmt.Sprintf("[%s;%s;%s;%s;%d;%s;%s;%s;%s", me.Name, me.Title, me.Identifier, me.Link, me.Weight, me.Pre, me.Post, relParam, page)
	for _, c := range me.Children {
		s += entryText(c)
	}
	return s + "]"
}

func menuText(p *site.Page, name string) string {
	s := ""
	for _, me := range p.Edition.Menus[name] {
		s += entryText(me) + " | "
	}
	return s
}

// factOf computes each fact of the probe layouts; false when it does not apply.
var factOf = map[string]func(*site.Page) (string, bool){
	"title":        one(func(p *site.Page) string { return p.Title }),
	"linktitle":    one(func(p *site.Page) string { return p.LinkTitle }),
	"kind":         one(func(p *site.Page) string { return string(p.Kind) }),
	"type":         one(func(p *site.Page) string { return p.Type }),
	"section":      one(func(p *site.Page) string { return p.SectionPath }),
	"path":         one(func(p *site.Page) string { return p.Path }),
	"language":     one(func(p *site.Page) string { return p.Edition.Language.Lower }),
	"permalink":    one(func(p *site.Page) string { return p.URL.Abs() }),
	"relpermalink": one(func(p *site.Page) string { return p.URL.Rel() }),
	"date":         one(func(p *site.Page) string { return date(p.Dates.Date) }),
	"lastmod":      one(func(p *site.Page) string { return date(p.Dates.Lastmod) }),
	"publishdate":  one(func(p *site.Page) string { return date(p.Dates.PublishDate) }),
	"expirydate":   one(func(p *site.Page) string { return date(p.Dates.ExpiryDate) }),
	"draft":        one(func(p *site.Page) string { return strconv.FormatBool(p.Draft) }),
	"weight":       one(func(p *site.Page) string { return strconv.Itoa(p.Weight) }),
	"description":  one(func(p *site.Page) string { return p.Description }),
	"slug":         one(func(p *site.Page) string { return p.Slug }),
	"keywords":     one(func(p *site.Page) string { return joined(p.Keywords) }),
	"aliases":      one(func(p *site.Page) string { return joined(p.Aliases) }),
	"translations": one(func(p *site.Page) string {
		s := ""
		for _, t := range p.Translations {
			s += t.Edition.Language.Lower + "=" + rel(t) + " | "
		}
		return s
	}),
	"parent":         one(func(p *site.Page) string { return rel(p.Parent) }),
	"ancestors":      one(func(p *site.Page) string { return rels(p.Ancestors) }),
	"currentsection": one(func(p *site.Page) string { return rel(p.Current) }),
	"next":           one(func(p *site.Page) string { return rel(p.Next) }),
	"prev":           one(func(p *site.Page) string { return rel(p.Prev) }),
	"nextinsection":  one(func(p *site.Page) string { return rel(p.NextInSection) }),
	"previnsection":  one(func(p *site.Page) string { return rel(p.PrevInSection) }),
	"pages":          one(func(p *site.Page) string { return rels(p.Pages) }),
	"regularpages":   one(func(p *site.Page) string { return rels(p.RegularPages) }),
	"pagesrecursive": one(func(p *site.Page) string { return rels(p.RegularPagesRecursive) }),
	"sections":       one(func(p *site.Page) string { return rels(p.SubSections) }),
	"resources": one(func(p *site.Page) string {
		s := ""
		for _, r := range p.Resources {
			s += r.Name + ":" + resourceType(r) + " | "
		}
		return s
	}),
	"params": one(func(p *site.Page) string { return jsonOf(p.Params) }),
	"bundletype": one(func(p *site.Page) string {
		switch {
		case p.Doc == nil || p.Doc.Form == content.Branch:
			return "branch"
		case p.Doc.Form == content.Leaf:
			return "leaf"
		}
		return ""
	}),
	"resourcesfull": func(p *site.Page) (string, bool) {
		if p.Params["quiet"] != nil {
			return "", false
		}
		s := ""
		for _, r := range p.Resources {
			params := r.Params
			if params == nil {
				params = map[string]any{}
			}
			if len(p.Edition.Menus) > 2 { // rules-urls prints more than rules-languages
				mediaType := "application/octet-stream"
				if r.Resource != nil {
					mediaType = r.MediaType
				}
				s += html.EscapeString(r.Name) + ";" + html.EscapeString(r.Title) + ";" + resourceType(r) + ";" +
					strings.ReplaceAll(mediaType, "+", "&#43;") + ";" + r.URL.Rel() + ";" + jsonOf(params) + " | "
			}
		}
		return s, s != ""
	},
	"site": one(func(p *site.Page) string { return p.Edition.Language.Title + " " + p.Edition.Language.Lower }),
	"taxonomies": one(func(p *site.Page) string {
		s := ""
		for _, t := range p.Edition.Taxonomies {
			s += t.Plural + ": "
			for _, term := range t.Terms {
				s += fmt.Sprintf("%s(%d) ", term.Key, len(term.Entries))
			}
			s += "| "
		}
		return s
	}),
	"sitepages":        one(func(p *site.Page) string { return strconv.Itoa(len(p.Edition.Pages)) }),
	"siteregularpages": one(func(p *site.Page) string { return rels(p.Edition.RegularPages) }),
	"mainsections":     one(func(p *site.Page) string { return strings.Join(p.Edition.MainSections, ",") }),
	"menumain":         one(func(p *site.Page) string { return menuText(p, "main") }),
	"menufoot":         one(func(p *site.Page) string { return menuText(p, "foot") }),
	"lastchange":       one(func(p *site.Page) string { return date(p.Edition.Lastmod) }),
	"allpages": one(func(p *site.Page) string {
		s := ""
		for _, q := range p.Edition.Pages {
			s += string(q.Kind) + "=" + rel(q) + " | "
		}
		return s
	}),
	"menucurrent": func(p *site.Page) (string, bool) {
		s := ""
		for _, me := range p.Edition.Menus["main"] {
			s += fmt.Sprintf("%s:%v:%v | ", me.Name, p.IsMenuCurrent("main", me), p.HasMenuCurrent("main", me))
		}
		return s, true
	},
	"menu": one(func(p *site.Page) string {
		s := ""
		for _, me := range p.Edition.Menus["main"] {
			title := ""
			if me.Page != nil {
				title = me.Page.Title
			}
			s += fmt.Sprintf("%s;%s;%d;%s | ", me.Name, me.Link, me.Weight, title)
		}
		return s
	}),
	"outputs": one(func(p *site.Page) string {
		s := ""
		for _, t := range p.Targets {
			s += strings.ToLower(t.Format.Name) + "=" + t.URL.Rel() + " | "
		}
		return s
	}),
	"feed": one(func(p *site.Page) string {
		s := ""
		for _, t := range p.Targets {
			s += strings.ToLower(t.Format.Name) + "=" + t.URL.Abs() + " | "
		}
		return s
	}),
	"tags":   one(func(p *site.Page) string { return termText(p, "tags") }),
	"people": one(func(p *site.Page) string { return termText(p, "people") }),
	"istranslated": one(func(p *site.Page) string {
		others := slices.ContainsFunc(p.Translations, func(q *site.Page) bool { return q != p })
		return fmt.Sprintf("%v %s", others, p.TranslationKey)
	}),
	"othertranslations": one(func(p *site.Page) string {
		s := ""
		for _, q := range p.Translations {
			if q != p {
				s += q.Edition.Language.Lower + "=" + q.Title + " | "
			}
		}
		return s
	}),
	"sitemapsettings": one(func(p *site.Page) string {
		return fmt.Sprintf("%s %v %v %s", p.Sitemap.ChangeFreq, p.Sitemap.Priority, p.Sitemap.Disable, p.Sitemap.Filename)
	}),
	"weighted": func(p *site.Page) (string, bool) {
		s := ""
		for _, t := range p.Edition.Taxonomies {
			if t.Plural != "tags" {
				continue
			}
			terms := slices.Clone(t.Terms)
			slices.SortStableFunc(terms, func(x, y *site.TermIndex) int { return len(y.Entries) - len(x.Entries) })
			for _, term := range terms {
				s += term.Key + ":"
				for _, w := range term.Entries {
					s += fmt.Sprintf("%d=%s ", w.Weight, rel(w.Page))
				}
				s += "| "
			}
		}
		return s, true
	},
	"related": func(p *site.Page) (string, bool) {
		r := site.NewRelated(related, p.Edition.RegularPages, nil)
		pages, err := r.Search(site.RelatedQuery{Page: p})
		if err != nil {
			return err.Error(), true
		}
		return rels(pages[:min(4, len(pages))]), true
	},
	"islogic": func(p *site.Page) (string, bool) {
		return fmt.Sprintf("%v %v %v %v %v %v %s", p.Kind == site.Home, p.IsNode(), p.Kind == site.Regular, p.Kind == site.Section,
			p.Current.IsAncestor(p), p.IsAncestor(p.Current), rel(p.FirstSection())), true
	},
	"file": func(p *site.Page) (string, bool) {
		if p.Doc == nil {
			return "", true
		}
		dir, name := path.Split(p.Doc.Path)
		return fmt.Sprintf("%s | %s | %s", p.Doc.Path, dir, name), false
	},
}

func termText(p *site.Page, taxonomy string) string {
	s := ""
	for _, t := range p.TermsOf(taxonomy) {
		s += t.LinkTitle + "=" + rel(t) + " | "
	}
	return s
}
