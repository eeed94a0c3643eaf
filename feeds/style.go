package feeds

import "strings"

// styles are the properties that colour and space a text and leave it in its place; validators warn of
// others.
var styles = set(`background background-color border border-bottom border-bottom-color border-bottom-style
	border-bottom-width border-collapse border-color border-left border-left-color border-left-style border-left-width
	border-right border-right-color border-right-style border-right-width border-spacing border-style border-top
	border-top-color border-top-style border-top-width border-width clear color direction display float font font-family
	font-size font-style font-variant font-weight height letter-spacing line-height list-style-type margin margin-bottom
	margin-left margin-right margin-top overflow padding padding-bottom padding-left padding-right padding-top text-align
	text-decoration text-indent unicode-bidi vertical-align white-space width`)

// safeStyle returns the declarations of a style attribute that a reader can keep, "" for none (rule S2).
func safeStyle(s string) string {
	all := true
	var out strings.Builder
	for part := range strings.SplitSeq(s, ";") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		if !safeDeclaration(part) {
			all = false
			continue
		}
		if out.Len() > 0 {
			out.WriteByte(';')
		}
		out.WriteString(strings.TrimSpace(part))
	}
	if all {
		return s
	}
	return out.String()
}

// safeDeclaration reports whether "property: value" is of a harmless property, and a value of words,
// numbers and colours: no address, no function but rgb() and rgba(), no comment, no escape.
func safeDeclaration(s string) bool {
	property, value, ok := strings.Cut(strings.ToLower(s), ":")
	if !ok || !styles[strings.TrimSpace(property)] {
		return false
	}
	value = strings.TrimSpace(value)
	for _, f := range []string{"rgba(", "rgb("} {
		value = strings.ReplaceAll(value, f, " ")
	}
	return value != "" && only(strings.ReplaceAll(value, ")", " "), " \t\n\r,.#%!+-'\"")
}

// dangerousStyle reports whether a style does more than colour and space a text.
func dangerousStyle(s string) bool { return safeStyle(s) != s }
