package html

import (
	"bytes"
	"regexp"
	"strings"
)

// rooted finds attributes with a link that begins at the root of the host, also where these are in a script or a text:
// Hugo's canonifyURLs and relativeURLs look at the letters alone.
var rooted = regexp.MustCompile(`(?:src=|href=|url=|action=)["']?/[^/]|srcset=(?:"/[^/"][^"]*"|'/[^/'][^']*')`)

// Relink puts base in the place of the first slash of links that begin with one ("/about/"), in attributes src, srcset,
// href, action, and after url=: Hugo's canonifyURLs, with the base URL, and relativeURLs, with a path such as "../../".
// Links below the path of the site, which prefix is ("/blog", or ""), are below base in the result.
// https://gohugo.io/configuration/all/#canonifyurls
func Relink(doc []byte, base, prefix string) []byte {
	found := rooted.FindAllIndex(doc, -1)
	if found == nil {
		return doc
	}
	below := []byte(strings.TrimPrefix(prefix+"/", "/"))
	out := make([]byte, 0, len(doc)+len(found)*len(base))
	at := 0
	for _, f := range found {
		slash := f[0] + bytes.IndexByte(doc[f[0]:f[1]], '/')
		out = append(out, doc[at:slash]...)
		at = slash
		if !bytes.HasPrefix(doc[f[0]:], []byte("srcset=")) {
			out = append(out, base...)
			at += 1 + len(prefixOf(doc[slash+1:], below))
			continue
		}
		for i, word := range bytes.Fields(doc[slash:f[1]]) {
			if i > 0 {
				out = append(out, ' ')
			}
			if word[0] == '/' {
				out = append(out, base...)
				word = word[1+len(prefixOf(word[1:], below)):]
			}
			out = append(out, word...)
		}
		at = f[1]
	}
	return append(out, doc[at:]...)
}

// prefixOf is prefix if text begins with it, else nothing.
func prefixOf(text, prefix []byte) []byte {
	if bytes.HasPrefix(text, prefix) {
		return prefix
	}
	return nil
}

// DottedBase is the way from a file of the site to its root: "../../" from "posts/one/index.html", "./" from the root.
func DottedBase(file string) string {
	if n := strings.Count(strings.Trim(file, "/"), "/"); n > 0 {
		return strings.Repeat("../", n)
	}
	return "./"
}
