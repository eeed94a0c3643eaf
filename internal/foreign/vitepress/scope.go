package vitepress

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// scope is what the expressions of a page can name: https://vitepress.dev/guide/using-vue
type scope struct {
	page  *foreign.Page
	site  *script.Object // the configuration of the project
	lines []string       // of the page, with the files that it includes
	read  bool           // the next values are known
	// constants are the values that the scripts of the page declare.
	constants *script.Object
	data      bool // the scripts get the values of VitePress, with the front matter as frontmatter
	// results are the values of expressions with operators.
	results map[string]any
	runs    int                      // expressions with operators read so far
	bound   map[string]any           // values of the loops around, by name
	kept    []any                    // values of expressions in loops, which have names of their own
	asset   func(file string) string // returns the path of a file that a script imports
}

// mostResults is the maximum number of expressions with operators that are read per page.
const mostResults = 1000

var (
	mustache     = pattern.New(`\{\{(.*?)\}\}`)
	constant     = pattern.New(`^(?:'([^'\\]*)'|"([^"\\]*)"|(-?\d+(?:\.\d+)?|true|false))$`)
	member       = pattern.New(`^([$A-Za-z_][\w$]*)((?:\??\.[$A-Za-z_][\w$]*|\[(?:\d+|'[^'\\\]]*'|"[^"\\\]]*")\])*)$`)
	memberPart   = pattern.New(`\.([$\w]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]`)
	importedFile = pattern.New(`\bimport\s+([\w$]+)\s+from\s+['"]([./][^'"]*\.(?:png|jpe?g|gif|svg|webp|avif|ico))['"]`)
	asScript     = pattern.New(`(?i)^ {0,3}<script\b[^>]*>(.*)$`)
)

// known returns the value of an expression as text; ok is false if a program must compute it. null and undefined are
// no text.
func (s *scope) known(expression string) (text string, ok bool) {
	v, ok := s.value(expression)
	if v == nil {
		return "", ok
	}
	if _, list := v.([]any); list || !ok {
		return "", false
	}
	if n, ok := v.(float64); ok {
		return foreign.TextOf(n), true
	}
	return script.Text(v)
}

// value returns the value of an expression; ok is false if a program must compute it.
func (s *scope) value(expression string) (v any, ok bool) {
	expression = strings.TrimSpace(expression)
	if m := constant.FindStringSubmatch(expression); m != nil {
		switch n, err := strconv.ParseFloat(m[3], 64); {
		case err == nil:
			return n, true
		case m[3] != "":
			return m[3] == "true", true
		}
		return m[1] + m[2], true
	}
	m := member.FindStringSubmatch(expression)
	if m == nil {
		return s.computed(expression)
	}
	if v, ok = s.named(m[1]); !ok {
		return nil, false
	}
	for _, part := range memberPart.FindAllStringSubmatch(m[2], -1) {
		key := cmp.Or(part[1], part[3], part[4])
		switch of := v.(type) {
		case map[string]any:
			v = of[strings.ToLower(key)]
		case *script.Object:
			v = of.Get(key)
		case []any:
			i, err := strconv.Atoi(part[2])
			if err != nil || i >= len(of) {
				return s.computed(expression)
			}
			v = of[i]
		default:
			return s.computed(expression)
		}
	}
	return v, v != (script.Unknown{})
}

// named returns the value of a name.
func (s *scope) named(name string) (v any, ok bool) {
	if v, ok := s.bound[name]; ok {
		return v, true
	}
	if m := keptName.FindStringSubmatch(name); m != nil {
		if i, err := strconv.Atoi(m[1]); err == nil && i < len(s.kept) {
			return s.kept[i], true
		}
	}
	if name == "$frontmatter" {
		return s.front(), true
	}
	s.declared()
	if own := s.constants.Get(name); own != nil {
		return own, true
	}
	if !s.data {
		return nil, false
	}
	switch name { // https://vitepress.dev/reference/runtime-api#usedata
	case "frontmatter":
		return s.front(), true
	case "site":
		return s.site, s.site != nil
	case "page":
		title := foreign.TextOf(s.page.Values["title"])
		if m := topHeading.FindStringSubmatch(strings.Join(s.lines, "\n")); m != nil {
			title = cmp.Or(title, plain(m[1]))
		}
		return map[string]any{
			"title": title, "description": foreign.TextOf(s.page.Values["description"]), "frontmatter": s.front(),
		}, true
	case "theme":
		theme := s.site.Object("themeConfig")
		return theme, theme != nil
	}
	return nil, false
}

// front returns the front matter as the page says it.
func (s *scope) front() map[string]any {
	said, _ := s.page.Values[original].(map[string]any)
	if said == nil {
		return s.page.Values
	}
	all := maps.Clone(s.page.Values)
	maps.Copy(all, said)
	return all
}

// computed is value for an expression with operators.
func (s *scope) computed(expression string) (v any, ok bool) {
	if v, ok := s.results[expression]; ok {
		return v, v != (script.Unknown{})
	}
	if s.runs++; s.runs > mostResults {
		return nil, false
	}
	s.declared()
	names := maps.Clone(s.constants.Values)
	for _, name := range word.FindAllString(expression, -1) {
		if v, ok := s.named(name); ok {
			names[name] = v
		}
	}
	v, err := script.Value("x.ts", "", expression, names)
	if err != nil {
		v = script.Unknown{}
	}
	if !s.isBound(expression) {
		if s.results == nil {
			s.results = map[string]any{}
		}
		s.results[expression] = v
	}
	return v, v != (script.Unknown{})
}

// declared reads the scripts of the page.
func (s *scope) declared() {
	if s.read {
		return
	}
	s.read = true
	s.constants = &script.Object{Values: map[string]any{}}
	places := block.PlacesOf(s.lines)
	for i := 0; i < len(s.lines); i++ {
		m := asScript.FindStringSubmatch(s.lines[i])
		if m == nil || places[i] != block.NoCode {
			continue
		}
		var b strings.Builder
		for line := m[1]; ; line = s.lines[i] {
			before, _, ended := strings.Cut(line, "</script>")
			b.WriteString(before + "\n")
			if ended || i+1 == len(s.lines) {
				break
			}
			i++
		}
		s.data = s.data || strings.Contains(b.String(), "useData")
		for _, m := range importedFile.FindAllStringSubmatch(b.String(), -1) {
			s.constants.Values[m[1]] = s.asset(m[2])
		}
		p, err := script.ReadProject(s.page.File+".ts", []byte(b.String()), s.module)
		if err != nil {
			continue
		}
		found := p.Declared()
		for _, key := range found.Keys {
			if _, twice := s.constants.Values[key]; !twice {
				s.constants.Keys = append(s.constants.Keys, key)
				s.constants.Values[key] = found.Values[key]
			}
		}
	}
}

// module returns the text of a script of the project. Other files, such as components, are not read.
func (s *scope) module(file string) ([]byte, bool) {
	ext := path.Ext(file)
	if s.page.Read == nil || !slices.Contains([]string{".ts", ".js", ".mts", ".mjs", ".json"}, ext) {
		return nil, false
	}
	return s.page.Read(file)
}

// filled replaces the expressions in a line of code whose values are known. unknown returns the text for others.
func (s *scope) filled(code string, unknown func(expression string) string) string {
	return mustache.ReplaceAllStringFunc(code, func(all string) string {
		expression := strings.TrimSuffix(strings.TrimPrefix(all, "{{"), "}}")
		if v, ok := s.known(expression); ok {
			return v
		}
		return unknown(all)
	})
}

// asText escapes what Markdown and HTML would read in a text.
var asText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "*", "&#42;", "_", "&#95;", "[", "&#91;",
	"]", "&#93;", "`", "&#96;", `\`, "&#92;", "~", "&#126;", "|", "&#124;")

// value converts an expression: https://vitepress.dev/guide/using-vue#interpolation
func (w *text) value(t block.Template) string {
	if w.pre != "" || w.raw[t.Line] {
		return "{{ " + t.Value + " }}"
	}
	if v, ok := w.scope.known(t.Value); ok {
		return asText.Replace(v)
	}
	w.lose(t.Line, "{{…}}", leftOut(t.Value), writeValue)
	return ""
}

func leftOut(expression string) string {
	return "Vue in braces is left out, such as {{ " + foreign.Short(expression) + " }}"
}

const writeValue = "write its value"

// inCode fills the expressions in code within lines, which VitePress reads, too. Unknown ones stay, as examples of Vue.
func (w *text) inCode() {
	places := block.PlacesOf(w.lines)
	for i, line := range w.lines {
		if places[i] == block.NoCode && !w.raw[i+1] && strings.Contains(line, "`") && strings.Contains(line, "{{") &&
			!strings.Contains(line, "v-pre") {
			w.lines[i] = block.InCode(line, func(code string) string {
				return w.scope.filled(code, func(all string) string { return all })
			})
		}
	}
}

var (
	linked    = pattern.New(`!?\[([^\[\]]*)\]\([^()]*\)`)
	component = pattern.New(`</?[A-Z]`)
)

// headings gives headings with components and expressions the IDs of VitePress, which come from their source: the text
// in components counts, as do expressions, but not the attributes of a badge.
func (w *text) headings() {
	places, used := block.PlacesOf(w.lines), map[string]int{}
	for i, line := range w.lines {
		if places[i] != block.NoCode || w.raw[i+1] || !atxHeading.MatchString(line) || strings.Contains(line, "{#") ||
			!strings.Contains(line, "{{") && !component.MatchString(line) {
			continue
		}
		source := block.Outside(line, func(s string) string {
			return emphasis.Replace(linked.ReplaceAllString(tags.ReplaceAllString(s, ""), "$1"))
		})
		id := words.Hyphens(strings.ReplaceAll(source, "`", ""))
		if id == "" {
			continue
		}
		used[id]++
		if n := used[id] - 1; n > 0 {
			id += "-" + strconv.Itoa(n)
		}
		w.lines[i] = strings.TrimRight(line, " \t") + " {#" + id + "}"
	}
}

// lower makes headings of the first level those of the second one, as the hero of a home page is above the text.
func (w *text) lower() {
	places := block.PlacesOf(w.lines)
	for i, line := range w.lines {
		if places[i] == block.NoCode && strings.HasPrefix(line, "# ") {
			w.lines[i] = "#" + line
		}
	}
}

// ofComponent matches a line that starts with a tag of a component.
var ofComponent = pattern.New(`^( {0,3})</?(?:[A-Z]\w*|[a-z]\w*-[\w-]+|template|slot|component)(?:[\s/>:]|$)`)

// align aligns the lines from such a tag to the next blank line, which are HTML: without the tag, they would be code.
func (w *text) align() {
	places, indent, inside := block.PlacesOf(w.lines), "", false
	for i, line := range w.lines {
		switch m := ofComponent.FindStringSubmatch(line); {
		case places[i] != block.NoCode || block.Blank(line):
			inside = false
		case inside:
			w.lines[i] = indent + strings.TrimLeft(line, " \t")
		case m != nil:
			indent, inside = m[1], true
		}
	}
}
