package content

import "strings"

// fileName is a file name split by Hugo's rules: the extension comes after the last dot. Of the parts between dots, the
// last one that is a language key is the file's language, and the name ends before it.
// https://gohugo.io/content-management/multilingual/#translation-by-file-name
type fileName struct {
	base     string // without language suffix and extension, as on disk
	rest     string // base with the extension: the name without the language suffix
	ext      string // without the dot, in lower case
	lang     string // lower-case key; "" if the name has none
	disabled bool   // lang is configured but disabled
}

// languages contains the language keys that file names may contain, in lower case.
type languages map[string]bool // true: built, false: disabled

// parse splits a file name.
func (l languages) parse(name string) fileName {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return fileName{base: name, rest: name}
	}
	n := fileName{base: name[:dot], rest: name, ext: lower(name[dot+1:])}
	for end := dot; ; {
		start := strings.LastIndexByte(name[:end], '.')
		if start < 0 && end == dot {
			break // a name with one dot has no language: "en.md"
		}
		part := name[start+1 : end]
		if built, known := l[lower(part)]; known {
			n.lang, n.disabled = lower(part), !built
			if start >= 0 { // a key that begins the name stays part of it
				n.base, n.rest = name[:start], name[:start]+name[dot:]
			}
			break
		}
		if start < 0 {
			break
		}
		end = start
	}
	return n
}

// logical returns a path or path element on disk as references use it: in lower case, with "-" for each space.
func logical(s string) string { return strings.ReplaceAll(lower(s), " ", "-") }

// lower is strings.ToLower without an allocation for ASCII names in lower case, which most names are.
func lower(s string) string {
	for i := range len(s) {
		if c := s[i]; c >= 0x80 || c >= 'A' && c <= 'Z' {
			return strings.ToLower(s)
		}
	}
	return s
}

// isContent reports whether files with an extension (in lower case) contain a page.
func isContent(ext string) bool {
	switch ext {
	case "md", "markdown", "mdown", "html", "htm", "org":
		return true
	}
	return false
}

// external returns the notation, if Hugo needs another program for it, from an extension or a name in front matter; ""
// for other names. https://gohugo.io/content-management/formats/
func external(name string) string {
	switch name {
	case "adoc", "asciidoc", "asciidocext", "ad", "text/asciidoc":
		return "asciidoc"
	case "rst", "text/rst":
		return "rst"
	case "pandoc", "pdc", "text/pandoc":
		return "pandoc"
	}
	return ""
}

// notAllowed returns the message for content in a notation whose program is not allowed to run.
func notAllowed(notation string) (message, hint string) {
	program := map[string]string{"asciidoc": "asciidoctor", "rst": "rst2html", "pandoc": "pandoc"}[notation]
	return "content in " + notation + " requires a program that is not allowed to run: " + program,
		"add '^" + program +
			"$' to security.exec.allow in the configuration, convert the file to Markdown, or name it in ignoreFiles"
}
