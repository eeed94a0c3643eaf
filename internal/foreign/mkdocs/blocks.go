package mkdocs

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// kindOf is a kind of blocks that the configuration names.
type kindOf struct{ name, class, title, prefix string }

// kindsOf returns the kinds of blocks of an extension:
// https://facelessuser.github.io/pymdown-extensions/extensions/blocks/plugins/admonition/#configuring-types
func (m *manner) kindsOf(extension string) (out []kindOf) {
	list, _ := m.extensions["blocks."+extension]["types"].([]any)
	for _, v := range list {
		said, _ := v.(map[string]any)
		text := func(key string) string { return foreign.TextOf(said[key]) }
		name := cmp.Or(text("name"), foreign.TextOf(v))
		out = append(out, kindOf{strings.ToLower(name), cmp.Or(text("class"), name), text("title"), text("prefix")})
	}
	return out
}

// kind returns the kind of a block with a name.
func (m *manner) kind(extension, name string) (kindOf, bool) {
	list := m.kindsOf(extension)
	i := slices.IndexFunc(list, func(k kindOf) bool { return k.name == name })
	if i < 0 {
		return kindOf{}, false
	}
	return list[i], true
}

var idOfBlock = pattern.New(`\bid['"]?:[ \t]*['"]?([\w:-]+)`)

// slashes writes a block of PyMdown Extensions and, for tabs, the blocks that follow it; it returns the index of the
// last one: https://facelessuser.github.io/pymdown-extensions/extensions/blocks/
func (w *text) slashes(list []*block.Node, i int) int {
	n := list[i]
	if m := idOfBlock.FindStringSubmatch(n.Options["attrs"]); m != nil && n.Name != "html" {
		id := &block.Node{Lines: []block.Line{{No: n.Line, Text: `<a id="` + m[1] + `"></a>`}, {No: n.Line}}}
		n.Inside = append([]*block.Node{id}, n.Inside...)
	}
	kind := strings.ToLower(n.Options["type"])
	switch n.Name {
	case "tab":
		return w.tabs(list, i)
	case "details":
		w.use("blocks.details")
		w.alert(n, kind, fold(n))
	case "admonition":
		w.use("blocks.admonition")
		w.alert(n, kind, "")
	case "html":
		w.use("blocks.html")
		w.element(n)
	case "define":
		w.use("blocks.definition")
		describe(n)
		w.Open(n)
		w.nodes(n.Inside)
		w.Apart()
	default:
		sign, use := "", "blocks.admonition"
		k, known := w.kind("admonition", n.Name)
		if !known {
			if k, known = w.kind("details", n.Name); known {
				sign, use = fold(n), "blocks.details"
			}
		}
		switch {
		case known:
			w.use(use)
			n.Title = cmp.Or(n.Title, k.title)
			w.alert(n, strings.ToLower(k.class), sign)
		case isCaption(w.manner, n.Name):
			w.caption(n, false)
		default:
			if !slices.Contains(noteKinds, n.Name) {
				w.lost.Add(n.Line, "/// "+n.Name, "/// "+n.Name+" is a note: no extension has a block of this name",
					"add the name to types of pymdownx.blocks.admonition, or write /// note")
			}
			w.use(use)
			w.alert(n, n.Name, "")
		}
	}
	return i
}

// noteKinds are the blocks of pymdownx.blocks.admonition without types.
var noteKinds = []string{"attention", "caution", "danger", "error", "hint", "important", "note", "tip", "warning"}

// fold returns the sign of an alert that readers open.
func fold(n *block.Node) string {
	if strings.EqualFold(n.Options["open"], "true") {
		return "+"
	}
	return "-"
}

func isCaption(m *manner, name string) bool {
	_, own := m.kind("caption", name)
	return own || name == "caption" || name == "figure-caption" || name == "table-caption"
}

// captioned reports whether a node is the caption of the block above it.
func (w *text) captioned(n *block.Node) bool {
	return n.Kind == block.Slashes && isCaption(w.manner, n.Name)
}

// caption writes a caption, within the figure that it describes or as a paragraph:
// https://facelessuser.github.io/pymdown-extensions/extensions/blocks/plugins/caption/
func (w *text) caption(n *block.Node, within bool) {
	w.use("blocks.caption")
	box := *n
	box.Tag, box.Name = &block.Tag{Name: "figcaption"}, "figcaption"
	prefix := map[string]string{"figure-caption": "Figure {}.", "table-caption": "Table {}."}[n.Name]
	if k, own := w.kind("caption", n.Name); own {
		prefix = k.prefix
	}
	number := ""
	if prefix != "" {
		number = w.captionNumber(n)
	}
	id := captionID.FindStringSubmatch(n.Title)
	if number != "" {
		if id == nil {
			id = []string{"", "__" + n.Name + "_" + strings.ReplaceAll(number, ".", "_")}
		}
		prefix = "**" + strings.ReplaceAll(prefix, "{}", number) + "** "
		isText := func(l block.Line) bool { return l.Text != "" && !strings.HasPrefix(l.Text, "<a id") }
		for _, inner := range n.Inside {
			i := slices.IndexFunc(inner.Lines, isText)
			if inner.Kind == block.Lines && i >= 0 {
				inner.Lines[i].Text = prefix + inner.Lines[i].Text
				break
			}
		}
	}
	if id != nil {
		box.Tag.Attributes = []block.Attribute{{Name: "id", Value: id[1]}}
	}
	w.Open(n)
	if !within {
		w.nodes(n.Inside)
		w.Apart()
		return
	}
	w.Element(&box, box.Tag.HTML(""), func() { w.nodes(n.Inside) })
}

// captionNumber returns the number of a caption: the next one, that of a level as in ^1, or a given one; "" for none:
// https://facelessuser.github.io/pymdown-extensions/extensions/blocks/plugins/caption/#auto-numbering
func (w *text) captionNumber(n *block.Node) string {
	m := numbered.FindStringSubmatch(n.Title)
	if m == nil {
		m = []string{"", "", ""}
	}
	options := w.extensions["blocks.caption"]
	level := 0
	var given []int
	if m[1] != "" {
		level, _ = strconv.Atoi(m[2])
	} else if m[2] != "" {
		for part := range strings.SplitSeq(m[2], ".") {
			number, _ := strconv.Atoi(part)
			given = append(given, number)
		}
		level = len(given) - 1
	}
	if level = min(level, mostLevels); options["auto"] == false {
		if m[1] != "" {
			return "1" + strings.Repeat(".1", level)
		}
		return m[2]
	}
	if most, _ := options["auto_level"].(int); most > 0 && level >= most && given == nil {
		return ""
	}
	last := w.captions[n.Name]
	if last == nil {
		last = []int{0}
	}
	if level < len(last) {
		last = last[:level+1]
		last[level]++
	}
	for len(last) <= level {
		last = append(last, 1)
	}
	if slices.Compare(given, last) > 0 {
		last = given
	}
	w.captions[n.Name] = last
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(last), "[]"), " ", ".")
}

// mostLevels is the maximum level of a caption.
const mostLevels = 20

var (
	numbered  = pattern.New(`^(?:[<>][ \t]*)?(\^)?([1-9]\d*(?:\.[1-9]\d*)*)(?: |$)`)
	captionID = pattern.New(`#([A-Za-z][\w:-]*)`)
)

// figure writes the last block of some lines with its caption.
func (w *text) figure(lines, caption *block.Node) {
	at := len(lines.Lines)
	for at > 0 && lines.Lines[at-1].Text == "" && !lines.Lines[at-1].Code {
		at--
	}
	for at > 0 && (lines.Lines[at-1].Text != "" || lines.Lines[at-1].Code) {
		at--
	}
	above, last := *lines, *lines
	above.Lines, last.Lines = lines.Lines[:at:at], lines.Lines[at:]
	w.lines(&above)
	if last.IsBlank() {
		w.caption(caption, false)
		return
	}
	box := *caption
	last.Line, box.Line = last.Lines[0].No, last.Lines[0].No
	box.Tag, box.Name = &block.Tag{}, "figure"
	w.Open(&box)
	w.Element(&box, "<figure>", func() {
		title := strings.TrimSpace(caption.Title)
		first := w.extensions["blocks.caption"]["prepend"] == true
		if strings.HasPrefix(title, "<") || first && !strings.HasPrefix(title, ">") {
			w.caption(caption, true)
			w.lines(&last)
			return
		}
		w.lines(&last)
		w.caption(caption, true)
	})
}

var (
	selector = pattern.New(`^([A-Za-z][\w-]*)((?:[#.][\w-]+|\[[^\]]*\])*)$`)
	selected = pattern.New(`([#.])([\w-]+)|\[([^\]]*)\]`)
	assigned = pattern.New(`([\w:-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?`)
	ofAttrs  = pattern.New(`['"]?([\w-]+)['"]?:[ \t]*(?:"([^"]*)"|'([^']*)'|([^,}]*))`)
)

// element writes an HTML element, whose name and attributes are a selector of CSS:
// https://facelessuser.github.io/pymdown-extensions/extensions/blocks/plugins/html/
func (w *text) element(n *block.Node) {
	m := selector.FindStringSubmatch(n.Title)
	if m == nil {
		w.lost.Add(n.Line, "html", "an element is left out, as its name is not valid: "+n.Title,
			"write the element as /// html | div.class")
		w.Open(n)
		w.nodes(n.Inside)
		w.Apart()
		return
	}
	tag := &block.Tag{Name: strings.ToLower(m[1])}
	classes := ""
	set := func(name, value string) {
		tag.Attributes = append(tag.Attributes, block.Attribute{Name: name, Value: value})
	}
	for _, s := range selected.FindAllStringSubmatch(m[2], -1) {
		switch {
		case s[1] == "#":
			set("id", s[2])
		case s[1] == ".":
			classes += " " + s[2]
		default:
			for _, a := range assigned.FindAllStringSubmatch(s[3], -1) {
				set(a[1], a[2]+a[3]+a[4])
			}
		}
	}
	for _, a := range ofAttrs.FindAllStringSubmatch(n.Options["attrs"], -1) {
		if value := strings.TrimSpace(a[2] + a[3] + a[4]); a[1] == "class" {
			classes += " " + value
		} else {
			set(a[1], value)
		}
	}
	if classes != "" {
		set("class", classes[1:])
	}
	box := *n
	box.Tag, box.Name = tag, tag.Name
	w.Open(n)
	verbatim := verbatim.MatchString("<" + tag.Name)
	raw := n.Options["markdown"] == "raw" || verbatim
	text := !slices.ContainsFunc(n.Inside, func(inner *block.Node) bool { return inner.Kind != block.Lines })
	switch {
	case slices.Contains([]string{"img", "hr", "br", "input", "source", "wbr", "embed"}, tag.Name):
		w.Line(n.First + tag.HTML(""))
		w.Apart()
	case text && (raw || n.Options["markdown"] == "html"):
		prefix, line := n.First, tag.HTML("")
		for _, inner := range n.Inside {
			for _, l := range inner.Lines {
				s := l.Text
				if raw && tag.Name != "script" && tag.Name != "style" {
					s = html.EscapeString(s)
				}
				if s == "" && (!verbatim || prefix == n.First && line == tag.HTML("")) {
					continue // it would end the element
				}
				w.Line(prefix + line)
				prefix, line = n.Rest, s
			}
		}
		w.Line(prefix + line + "</" + tag.Name + ">")
		w.Apart()
	default:
		w.Element(&box, tag.HTML(""), func() { w.nodes(n.Inside) })
	}
}

// describe writes the paragraphs and lists in a block as descriptions:
// https://facelessuser.github.io/pymdown-extensions/extensions/blocks/plugins/definition/
func describe(n *block.Node) {
	for _, inner := range n.Inside {
		var out []block.Line
		more := "" // indentation of the text in an item
		for _, l := range inner.Lines {
			if m := definitionItem.FindStringSubmatch(l.Text); m != nil && !l.Code {
				more = strings.Repeat(" ", max(0, len(m[1])+4-len(l.Text)))
				l.Text = ":   " + m[1]
				if k := len(out); k > 1 && out[k-1].Text == "" && !strings.HasPrefix(out[k-2].Text, " ") &&
					!strings.HasPrefix(out[k-2].Text, ":") {
					out = out[:k-1]
				}
			} else if strings.HasPrefix(l.Text, " ") {
				l.Text = more + l.Text
			}
			out = append(out, l)
		}
		inner.Lines = out
	}
}

var definitionItem = pattern.New(`^[-*+][ \t]+(.*)$`)
