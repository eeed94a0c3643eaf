package html

import (
	"bytes"
	"strings"
)

// Relink replaces the first slash of root-relative links ("/about/") by base, in the attributes src, srcset,
// href, action, and after url=. It implements Hugo's canonifyURLs, with the base URL, and relativeURLs, with a
// path such as "../../". It searches the text without parsing, including scripts, as Hugo does. prefix is the
// path of the site ("/blog", or ""); it is dropped from links below it, because base includes it.
// https://gohugo.io/configuration/all/#canonifyurls
func Relink(doc []byte, base, prefix string) []byte {
	r := relinking{doc: doc, base: base, below: []byte(strings.TrimPrefix(prefix+"/", "/"))}
	for i := 0; i < len(doc); {
		equals := bytes.IndexByte(doc[i:], '=')
		if equals < 0 {
			break
		}
		name := doc[i : i+equals]
		i += equals + 1
		switch {
		case bytes.HasSuffix(name, []byte("srcset")):
			r.srcset(i)
		case bytes.HasSuffix(name, []byte("src")), bytes.HasSuffix(name, []byte("href")),
			bytes.HasSuffix(name, []byte("url")), bytes.HasSuffix(name, []byte("action")):
			r.link(i)
		}
		i = max(i, r.at)
	}
	if r.out == nil {
		return doc
	}
	return append(r.out, doc[r.at:]...)
}

// relinking is a document whose links are being replaced.
type relinking struct {
	doc   []byte
	base  string
	below []byte
	out   []byte // nil: nothing is replaced so far
	at    int    // up to here doc is in out
}

// rooted returns the offset of the slash at the beginning of the value at i, or after its quotation mark, or -1
// if it is not a path from the root of the host.
func (r *relinking) rooted(i int) int {
	if i < len(r.doc) && (r.doc[i] == '"' || r.doc[i] == '\'') {
		i++
	}
	if i+1 >= len(r.doc) || r.doc[i] != '/' || r.doc[i+1] == '/' {
		return -1
	}
	return i
}

// copy copies the document up to an offset, which is not less than the last one.
func (r *relinking) copy(to int) {
	if r.out == nil {
		r.out = make([]byte, 0, len(r.doc)+len(r.doc)/8)
	}
	r.out = append(r.out, r.doc[r.at:to]...)
	r.at = to
}

// link replaces the value at i if it is rooted.
func (r *relinking) link(i int) {
	if slash := r.rooted(i); slash >= 0 {
		r.copy(slash)
		r.out = append(r.out, r.base...)
		r.at += 1 + len(prefixOf(r.doc[slash+1:], r.below))
	}
}

// srcset replaces the rooted links in a quoted list at i whose first link is rooted.
func (r *relinking) srcset(i int) {
	slash := r.rooted(i)
	if slash <= i {
		return
	}
	n := bytes.IndexByte(r.doc[slash:], r.doc[i])
	if n < 2 {
		return
	}
	r.copy(slash)
	r.at += n + 1
	for i, word := range bytes.Fields(r.doc[slash:r.at]) {
		if i > 0 {
			r.out = append(r.out, ' ')
		}
		if word[0] == '/' {
			r.out = append(r.out, r.base...)
			word = word[1+len(prefixOf(word[1:], r.below)):]
		}
		r.out = append(r.out, word...)
	}
}

// prefixOf returns prefix if text begins with it, else nil.
func prefixOf(text, prefix []byte) []byte {
	if bytes.HasPrefix(text, prefix) {
		return prefix
	}
	return nil
}

// DottedBase returns the relative path from a file of the site to the root: "../../" from
// "posts/one/index.html", "./" from the root.
func DottedBase(file string) string {
	if n := strings.Count(strings.Trim(file, "/"), "/"); n > 0 {
		return strings.Repeat("../", n)
	}
	return "./"
}
