package docusaurus

import (
	"cmp"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// translated matches a call of the function for texts: https://docusaurus.io/docs/docusaurus-core#translate
var translated = pattern.New(`^translate\(([\s\S]*)\)$`)

// script replaces calls of the functions for files and texts in an expression by their values. Inside of <Translate>, it
// fills in the values of the tag.
func (p *page) script(expression string) string {
	out := plainScript(expression)
	args, values := out, p.values
	if m := translated.FindStringSubmatch(out); m != nil {
		args = m[1]
	} else if values == nil {
		return out
	}
	v, _ := script.Value("x.jsx", "", "["+args+"]", nil)
	list, _ := v.([]any)
	if len(list) == 0 {
		return out
	}
	text, ok := list[0].(string)
	id := ""
	if o, _ := list[0].(*script.Object); o != nil {
		if text = o.Str("message"); text == "" {
			text = o.Str("id")
		}
		ok, id = text != "", o.Str("id")
	}
	if !ok {
		return out
	}
	if len(list) > 1 {
		values, _ = list[1].(*script.Object)
	}
	return strconv.Quote(p.inEach(cmp.Or(id, text), filled(text, values), values))
}

// translations are the texts of the files code.json by language and ID:
// https://docusaurus.io/docs/i18n/tutorial#translate-your-react-code
type translations map[string]map[string]string

// translations reads the texts of the other languages.
func (l *layout) translations() translations {
	out := translations{}
	for _, locale := range l.locales[1:] {
		if texts := l.messages("i18n/" + locale + "/code.json"); len(texts) > 0 {
			out[locale] = texts
		}
	}
	return out
}

// The mark of a translated text, as it is put in place of the call of a shortcode until the text is Markdown.
const said = "\x02"

var (
	saidMark = pattern.New(said + `(\d*)` + said)
	// unnamed matches a tag whose text is its ID.
	unnamed = pattern.New(`<Translate(\s[^<>{}]*)?>([^<{}"]+)</Translate>`)
	asID    = pattern.New(`\bid=`)
)

// identified gives the tags of texts without an ID their text as ID.
func identified(lines []string) {
	for i, line := range lines {
		if strings.Contains(line, "<Translate") {
			lines[i] = block.Outside(line, func(s string) string {
				return unnamed.ReplaceAllStringFunc(s, func(tag string) string {
					m := unnamed.FindStringSubmatch(tag)
					if asID.MatchString(m[1]) {
						return tag
					}
					return "<Translate" + m[1] + ` id="` + strings.TrimSpace(m[2]) + `">` + m[2] + "</Translate>"
				})
			})
		}
	}
}

// translation returns the mark in place of a tag around a text.
func (p *page) translation(t *block.Tag) string {
	if t.Close {
		p.values = nil
		if p.local {
			p.local = false
			return said + said
		}
		return ""
	}
	values, _ := p.Evaluated(t, "values").(*script.Object)
	id := p.Attribute(t, "id")
	if t.Empty {
		return p.inEach(id, id, values)
	}
	p.values = values
	if p.local { // inside of another one
		return ""
	}
	mark := p.mark(id, values)
	p.local, p.open = mark != "", len(p.said)-1
	return mark
}

// inEach returns a text with the marks of its translations around it.
func (p *page) inEach(id, text string, values *script.Object) string {
	if mark := p.mark(id, values); mark != "" {
		return mark + text + said + said
	}
	return text
}

// mark returns a mark for the translations of a text; "" if it has none.
func (p *page) mark(id string, values *script.Object) string {
	call, id := "", html.UnescapeString(id)
	for _, locale := range slices.Sorted(maps.Keys(p.texts)) {
		if text := p.texts[locale][id]; text != "" {
			call += " " + strings.ToLower(locale) + "=" + strconv.Quote(asText.Replace(filled(text, values)))
		}
	}
	if call == "" {
		return ""
	}
	p.said = append(p.said, "{{% translated"+call+" %}}")
	return said + strconv.Itoa(len(p.said)-1) + said
}

// asText escapes the signs of HTML and Markdown in a translation, which is plain text.
var asText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "*", "&#42;", "_", "&#95;", "[", "&#91;",
	"]", "&#93;", "`", "&#96;", `\`, "&#92;", `"`, "&#34;", "{", "&#123;", "\n", " ")

// call returns the call of the shortcode in place of a mark.
func (p *page) call(mark string) string {
	i, err := strconv.Atoi(strings.Trim(mark, said))
	if err != nil || i >= len(p.said) {
		return "{{% /translated %}}"
	}
	return p.said[i]
}

// filled replaces the names in braces in a text by their values.
func filled(text string, values *script.Object) string {
	if values == nil {
		return text
	}
	var pairs []string
	for _, key := range values.Keys {
		pairs = append(pairs, "{"+key+"}", textOf(values.Get(key)))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// textOf returns the text of a value or of an element; "" if it must be computed.
func textOf(v any) string {
	switch v := v.(type) {
	case *script.Element:
		return textOf(v.Inside)
	case []any:
		out := ""
		for _, inside := range v {
			out += textOf(inside)
		}
		return out
	}
	text, _ := script.Text(v)
	return text
}
