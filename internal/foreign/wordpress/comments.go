package wordpress

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/htmldoc/clean"
)

// commentsLayout shows the comments of data/comments below a page.
//
//go:embed comments.html
var commentsLayout []byte

// comments writes the approved comments of a page into data/comments, without e-mail and IP addresses, and a layout
// that shows them.
func (s *site) comments(values map[string]any, i *item) error {
	children := map[string][]comment{}
	count, links := 0, 0
	for _, c := range i.Comments {
		switch {
		case c.Approved != "1":
		case c.Type != "" && c.Type != "comment":
			links++
		default:
			children[c.Parent] = append(children[c.Parent], c)
			count++
		}
	}
	if links > 0 {
		s.Leave(conversion.Ignored, i.File, i.Line, "pingbacks", "links from other sites, not comments")
	}
	if count == 0 {
		return nil
	}
	written := 0
	var list func(parent string, depth int) []any
	list = func(parent string, depth int) (out []any) {
		all := children[parent]
		delete(children, parent) // replies to themselves would not end
		for _, c := range all {
			written++
			entry := map[string]any{
				"author": cmp.Or(plain(c.Author), "Anonymous"), "date": when(c.Date, c.DateGMT).Format(time.RFC3339),
				"html": topHeading.ReplaceAllString(clean.HTML(paragraphs(c.Text)), "<${1}h3"),
			}
			if strings.HasPrefix(c.URL, "http://") && len(c.URL) > 7 || strings.HasPrefix(c.URL, "https://") {
				entry["url"] = c.URL
			}
			if depth < 50 && c.ID != "" {
				if replies := list(c.ID, depth+1); len(replies) > 0 {
					entry["replies"] = replies
				}
			}
			out = append(out, entry)
		}
		return out
	}
	top := list("0", 0)
	for _, c := range i.Comments { // replies to comments that were not approved
		if children[c.Parent] != nil {
			top = append(top, list(c.Parent, 0)...)
		}
	}
	text, err := frontmatter.Encode(frontmatter.YAML, map[string]any{"count": written, "comments": top})
	if err != nil {
		return err
	}
	values["wordpressID"] = i.ID
	s.Port.Add(i.File, conversion.File{Path: "data/comments/" + i.ID + ".yaml", Data: text})
	const layout = "layouts/_partials/comments.html"
	if !slices.ContainsFunc(s.Files, func(f conversion.File) bool { return f.Path == layout }) {
		s.Port.Add("", conversion.File{Path: layout, Data: commentsLayout})
		s.Note("", 0, "comments", conversion.Used, "data/comments, shown by %s", layout)
	}
	return nil
}

// topHeading matches the tags of headings that are above that of the comments.
var topHeading = pattern.New(`<(/?)h[12]\b`)
