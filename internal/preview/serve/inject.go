package serve

import (
	_ "embed"
	"html"
	"net/http"
	"regexp"
	"strings"
)

//go:embed client/preview.js
var client string

// inject returns the page with our script, and amends the page's Content-Security-Policy to allow the script.
func (s *Server) inject(h http.Header, r *http.Request, st *state, p page) []byte {
	allow := allowance{source: "http://" + r.Host + own, nonce: hash([]byte(st.id))}
	for _, name := range []string{"Content-Security-Policy", "Content-Security-Policy-Report-Only"} {
		if policy := h.Get(name); policy != "" {
			h.Set(name, allow.policies(policy))
		}
	}
	var tag strings.Builder
	tag.WriteString(`<script async src="` + own + `preview.js"`)
	attribute := func(name, value string) {
		if value != "" {
			tag.WriteString(" " + name + `="` + html.EscapeString(value) + `"`)
		}
	}
	attribute("nonce", allow.nonce)
	attribute("data-id", st.id)
	attribute("data-version", p.version)
	attribute("data-file", p.file)
	attribute("data-badge", p.badge.Label)
	attribute("data-reason", p.badge.Reason)
	if s.o.NoOverlay {
		tag.WriteString(" data-quiet")
	}
	if p.failed {
		tag.WriteString(" data-failed")
	}
	tag.WriteString("></script>")
	return insert(allow.meta(p.html), tag.String())
}

// insert inserts a tag before </body>, or at the end of a page without one.
func insert(page []byte, tag string) []byte {
	at := bodyEnd(page)
	out := make([]byte, 0, len(page)+len(tag))
	out = append(out, page[:at]...)
	out = append(out, tag...)
	return append(out, page[at:]...)
}

// bodyEnd returns the offset of the last </body> if only the end of the document follows it, because scripts
// may contain that text, too.
func bodyEnd(page []byte) int {
	const tail = 4 << 10 // of the page, where </body> is looked for
	from := max(0, len(page)-tail)
	if at := endTag.FindIndex(page[from:]); at != nil {
		return from + at[0]
	}
	return len(page)
}

var endTag = regexp.MustCompile(`(?is)</body\s*>(?:\s|<!--[^>]*-->|</html\s*>)*$`)
