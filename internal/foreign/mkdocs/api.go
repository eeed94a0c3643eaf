package mkdocs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// apiHint tells how the documentation of source code gets on the site. sitegen runs no program for it.
const apiHint = "pip install griffe, and let it write the file that sitegen reads: " +
	"griffe dump PACKAGE -o griffe/PACKAGE.json"

// undocumented is the name under which blocks without documentation are counted.
const undocumented = "mkdocstrings without documentation"

// apiBlock matches a block, which may be in a heading of its level.
var apiBlock = pattern.New(`^([ \t]*)(#{1,6} *)?::: *([A-Za-z_]\w*(?:\.\w+)*)[ \t]*$`)

// object is a module, class, function, attribute, or alias. Newer versions of griffe write members as a table.
type object struct {
	Kind      string          `json:"kind"`
	Name      string          `json:"name"`
	Target    string          `json:"target_path"`
	Line      int             `json:"lineno"`
	Docstring *docstring      `json:"docstring"`
	Labels    []string        `json:"labels"`
	List      json.RawMessage `json:"members"`
	Value     any             `json:"value"`
	Type      any             `json:"annotation"`
	Returns   any             `json:"returns"`
	Bases     []any           `json:"bases"`
	Args      []argument      `json:"parameters"`

	members []*object
}

type docstring struct {
	Value string `json:"value"`
}

type argument struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Type    any    `json:"annotation"`
	Default any    `json:"default"`
}

// packageIn returns the package that griffe wrote to a file; nil if there is none.
func packageIn(file string, text []byte) *object {
	var packages map[string]*object
	if json.Unmarshal(text, &packages) != nil {
		return nil
	}
	root := packages[strings.TrimSuffix(path.Base(file), ".json")]
	if root == nil || !root.unpack(0) {
		return nil
	}
	return root
}

// mostNested is the maximum depth of objects.
const mostNested = 50

// unpack decodes the members of an object, and reports whether it could.
func (o *object) unpack(depth int) bool {
	if depth > mostNested {
		return false
	}
	if len(o.List) > 0 && o.List[0] == '{' {
		var table map[string]*object
		if json.Unmarshal(o.List, &table) != nil {
			return false
		}
		for _, name := range slices.Sorted(maps.Keys(table)) {
			if member := table[name]; member != nil {
				member.Name = cmp.Or(member.Name, name)
				o.members = append(o.members, member)
			}
		}
	} else if len(o.List) > 0 && json.Unmarshal(o.List, &o.members) != nil {
		return false
	}
	o.List = nil
	o.members = slices.DeleteFunc(o.members, func(m *object) bool { return m == nil || !m.unpack(depth+1) })
	slices.SortStableFunc(o.members, func(a, b *object) int { return strings.Compare(a.Name, b.Name) })
	return true
}

// find returns an object by its path in the package. Aliases lead to their targets.
func (o *object) find(name string, hops int) *object {
	_, rest, more := strings.Cut(name, ".")
	if !more {
		return o
	}
	at := o
	for part := range strings.SplitSeq(rest, ".") {
		i := slices.IndexFunc(at.members, func(m *object) bool { return m.Name == part })
		if i < 0 {
			return nil
		}
		at = at.members[i]
		if at.Kind == "alias" {
			if hops > mostHops || !strings.HasPrefix(at.Target, o.Name+".") {
				return nil
			}
			if at = o.find(at.Target, hops+1); at == nil {
				return nil
			}
		}
	}
	return at
}

// mostHops is the maximum number of aliases on the way to an object.
const mostHops = 10

// apiWriter writes the documentation of an object as Markdown.
type apiWriter struct {
	lines []string
	all   bool     // objects without a docstring, too
	names []string // members to show; nil: all
	none  bool     // no members
	order string   // "source"
	left  int      // bytes
}

// documented replaces blocks of mkdocstrings in the lines of a page, and their numbers, with the documentation that
// griffe read from source code: https://mkdocstrings.github.io/usage/. That of a package is in griffe/PACKAGE.json.
func (m *manner) documented(p *foreign.Page, lines []string, nos []int) ([]string, []int) {
	if !m.on("mkdocstrings") || !slices.ContainsFunc(lines, apiBlock.MatchString) {
		return lines, nos
	}
	var out []string
	var outNos []int
	places, left := unfenced.PlacesOf(lines), mostIncluded
	for i := 0; i < len(lines); i++ {
		called := apiBlock.FindStringSubmatch(lines[i])
		var found *object
		if called != nil && places[i] == block.NoCode {
			m.use("mkdocstrings")
			if found = m.objectOf(p, called[3]); found == nil {
				m.use(undocumented)
			}
			lines[i] = called[1] + lines[i][len(called[1])+len(called[2]):]
		}
		if found == nil {
			out, outNos = append(out, lines[i]), append(outNos, nos[i])
			continue
		}
		no, end := nos[i], i+1
		for end < len(lines) && (lines[end] == "" || strings.HasPrefix(lines[end], called[1]+"    ")) {
			end++
		}
		w, level, titled := m.apiOptions(lines[i+1 : end])
		if in := strings.Count(called[2], "#"); in > 0 {
			level = in
		}
		w.left = left
		w.object(found, called[3], level, titled)
		left = w.left
		for _, line := range append(w.lines, "") {
			if line != "" {
				line = called[1] + line
			}
			out, outNos = append(out, line), append(outNos, no)
		}
		i = end - 1
	}
	return out, outNos
}

// objectOf returns what griffe read about a name from source code; nil if it wrote no file about that.
func (m *manner) objectOf(p *foreign.Page, name string) *object {
	first, _, _ := strings.Cut(name, ".")
	if root := m.packageOf(p, first); root != nil {
		return root.find(name, 0)
	}
	return nil
}

// packageOf returns what griffe read about a package; nil if it wrote no file about it.
func (m *manner) packageOf(p *foreign.Page, name string) *object {
	return m.api.of(p, path.Join(m.dir, "griffe", name+".json"), packageIn)
}

// apiOptions reads the options of a block, and those of the configuration.
func (m *manner) apiOptions(lines []string) (w *apiWriter, level int, titled bool) {
	own, _, _ := frontmatter.DecodeLast(frontmatter.YAML, "options", []byte(strings.Join(lines, "\n")))
	said, _ := own.(map[string]any)
	options, _ := said["options"].(map[string]any)
	handlers, _ := m.plugins["mkdocstrings"]["handlers"].(map[string]any)
	python, _ := handlers["python"].(map[string]any)
	common, _ := python["options"].(map[string]any)
	options = added(common, options)
	w = &apiWriter{all: options["show_if_no_docstring"] == true, order: foreign.TextOf(options["members_order"])}
	switch members := options["members"].(type) {
	case bool:
		w.none = !members
	case []any:
		w.names = []string{}
		for _, name := range members {
			w.names = append(w.names, foreign.TextOf(name))
		}
	}
	return w, min(max(number(options["heading_level"], 2), 1), 6), options["show_root_heading"] == true
}

// write adds a line, as long as there is room.
func (w *apiWriter) write(line string) {
	if w.left -= len(line) + 1; w.left >= 0 {
		w.lines = append(w.lines, line)
	}
}

// object writes an object and its members.
func (w *apiWriter) object(o *object, name string, level int, titled bool) {
	if w.write(""); titled {
		w.write(strings.Repeat("#", min(level, 6)) + " `" + name[strings.LastIndexByte(name, '.')+1:] + "` {#" + name + "}")
	} else {
		w.write(`<a id="` + name + `"></a>`)
	}
	if s := o.signature(); s != "" {
		w.write("")
		w.write("```python")
		w.write(s)
		w.write("```")
	}
	if o.Docstring != nil {
		w.write("")
		w.docstring(o.Docstring.Value)
	}
	if w.none || w.left < 0 {
		return
	}
	members, names := slices.Clone(o.members), w.names
	if w.names = nil; w.order == "source" {
		slices.SortStableFunc(members, func(a, b *object) int { return a.Line - b.Line })
	}
	for _, member := range members {
		shown := member.Kind != "module" && member.Kind != "alias" && !strings.HasPrefix(member.Name, "_") &&
			(w.all || member.Docstring != nil)
		if names != nil {
			shown = slices.Contains(names, member.Name)
		}
		if shown {
			w.object(member, name+"."+member.Name, level+1, true)
		}
	}
}

// signature returns the declaration of an object as Python.
func (o *object) signature() string {
	switch o.Kind {
	case "function":
		return o.Name + o.call(o.Args) + typed(" -> ", o.Returns)
	case "attribute":
		if slices.Contains(o.Labels, "property") {
			return o.Name + typed(": ", o.Type)
		}
		return o.Name + typed(": ", o.Type) + typed(" = ", o.Value)
	case "class":
		for _, member := range o.members {
			if member.Name == "__init__" && len(member.Args) > 0 {
				return o.Name + o.call(member.Args[1:])
			}
		}
		return o.Name + "()"
	}
	return ""
}

// call returns the parameters of a function.
func (o *object) call(args []argument) string {
	var out []string
	only := false // after a *
	for i, a := range args {
		if i == 0 && (a.Name == "self" || a.Name == "cls") {
			continue
		}
		s := a.Name + typed(": ", a.Type)
		switch a.Kind {
		case "variadic positional":
			s, only = "*"+s, true
		case "variadic keyword":
			s = "**" + s
		case "keyword-only":
			if !only {
				out, only = append(out, "*"), true
			}
			fallthrough
		default:
			s += typed(" = ", a.Default)
		}
		out = append(out, s)
	}
	s := "(" + strings.Join(out, ", ") + ")"
	if len(s) > 80 {
		s = "(\n    " + strings.Join(out, ",\n    ") + ",\n)"
	}
	return s
}

// typed returns an expression after a sign, "" without one. Of Annotated, which may contain pages of text, it returns
// the type.
func typed(sign string, v any) string {
	s := expression(v, 0)
	if inside, ok := strings.CutPrefix(s, "Annotated["); ok {
		deep := 0
		s = strings.TrimSuffix(inside, "]")
		for i, c := range s {
			if strings.ContainsRune("[({", c) {
				deep++
			} else if strings.ContainsRune("])}", c) {
				deep--
			} else if c == ',' && deep == 0 {
				s = s[:i]
				break
			}
		}
	}
	if s != "" {
		return sign + s
	}
	return ""
}

// expression returns an expression as Python. griffe writes it as text, as a list of parts, or as a tree:
// https://mkdocstrings.github.io/griffe/reference/api/expressions/
func expression(v any, depth int) string {
	if depth > mostNested {
		return "…"
	}
	join := func(list any, between string) string {
		items, _ := list.([]any)
		var out []string
		for _, item := range items {
			out = append(out, expression(item, depth+1))
		}
		return strings.Join(out, between)
	}
	switch v := v.(type) {
	case string:
		return v
	case []any:
		return join(v, "")
	case map[string]any:
		part := func(key string) string { return expression(v[key], depth+1) }
		switch v["cls"] {
		case "ExprName":
			return part("name")
		case "ExprAttribute":
			return join(v["values"], ".")
		case "ExprSubscript":
			return part("left") + "[" + part("slice") + "]"
		case "ExprBinOp":
			return part("left") + " " + part("operator") + " " + part("right")
		case "ExprTuple":
			return join(v["elements"], ", ")
		case "ExprList":
			return "[" + join(v["elements"], ", ") + "]"
		case "ExprCall":
			return part("function") + "(" + join(v["arguments"], ", ") + ")"
		case "ExprKeyword":
			return part("name") + "=" + part("value")
		case nil:
			return part("source")
		}
		return "…"
	}
	return ""
}

var (
	section1 = pattern.New(`^(Args|Arguments|Parameters|Params|Returns|Yields|Raises|Attributes|Examples?|Notes?|` +
		`Warnings?|See Also|Other Parameters|Keyword Args|Keyword Arguments|Methods|Functions|Classes)(?::|$)[ \t]*$`)
	entry = pattern.New(`^(\*{0,2}[\w.]+)(?: \(([^)]*)\))?: ?(.*)$`)
	rule  = pattern.New(`^-{3,}\s*$`)
)

// docstring writes a docstring, whose sections in Google's and NumPy's style become headings with lists.
func (w *apiWriter) docstring(text string) {
	in, lines := "", strings.Split(text, "\n")
	places := unfenced.PlacesOf(lines)
	for i := 0; i < len(lines); i++ {
		line, fenced := strings.TrimRight(lines[i], " \t\r"), places[i] != block.NoCode
		underlined := i+1 < len(lines) && rule.MatchString(lines[i+1])
		m := section1.FindStringSubmatch(line)
		switch {
		case m != nil && !fenced && (underlined || strings.HasSuffix(line, ":")):
			in = m[1]
			w.write("")
			w.write("**" + in + "**")
			w.write("")
			if underlined {
				in, i = "", i+1
			}
		case in != "" && line != "" && !strings.HasPrefix(line, "    "):
			in = ""
			w.write(line)
		case in == "":
			w.write(line)
		default:
			line = strings.TrimPrefix(line, "    ")
			if e := entry.FindStringSubmatch(line); e != nil && !fenced && !strings.HasPrefix(in, "Example") {
				kind := ""
				if e[2] != "" {
					kind = fmt.Sprintf(" (`%s`)", e[2])
				}
				line = fmt.Sprintf("- `%s`%s: %s", e[1], kind, e[3])
			}
			w.write(line)
		}
	}
}
