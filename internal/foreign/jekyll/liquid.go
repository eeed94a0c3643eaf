package jekyll

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

var (
	highlight  = regexp.MustCompile(`^(\s*)\{%-?\s*highlight\s+([\w+#-]+)([^%]*?)-?%\}\s*$`)
	endLight   = regexp.MustCompile(`^(\s*)\{%-?\s*endhighlight\s*-?%\}\s*$`)
	raw        = regexp.MustCompile(`\{%-?\s*(?:end)?raw\s*-?%\}`)
	linkTag    = regexp.MustCompile(`(?:\{\{\s*site\.baseurl\s*\}\})?\{%-?\s*link\s+([^%\s]+)\s*-?%\}`)
	postURL    = regexp.MustCompile(`(?:\{\{\s*site\.baseurl\s*\}\})?\{%-?\s*post_url\s+([^%\s]+)\s*-?%\}`)
	siteURL    = regexp.MustCompile(`\{\{-?\s*site\.(?:base)?url\s*(?:\|[^}]*)?-?\}\}`)
	urlFilter  = regexp.MustCompile(`\{\{-?\s*["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url)\s*-?\}\}`)
	htmlURL    = regexp.MustCompile(`((?:=\s*["']?|\burl\(["']?)(?:\{\{-?\s*site\.url\s*-?\}\})?)\{\{-?\s*(?:site\.baseurl\s*(?:\|[^}]*)?|["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url)\s*)-?\}\}`)
	pageTitle  = regexp.MustCompile(`\{\{-?\s*page\.title\s*-?\}\}`)
	commentTag = regexp.MustCompile(`\{%-?\s*(end)?comment\s*-?%\}`)
	kramdown   = regexp.MustCompile(`^\s*\{:[^}]*\}\s*$`)
	left       = regexp.MustCompile(`\{%-?\s*([\w-]+)[^%]*%\}|\{\{-?\s*((?:site|page|include|layout)[\w.\[\]"'-]*)[^}]*\}\}`)
)

// liquid converts Jekyll's tags for code, links and comments to Markdown: https://jekyllrb.com/docs/liquid/tags/
func (s *settings) liquid(t *block.Text, title, base string) {
	for i, line := range t.Lines {
		if m := highlight.FindStringSubmatch(line); m != nil && t.Places[i] == block.NoCode {
			t.Lines[i] = m[1] + "```" + m[2]
			if strings.Contains(m[3], "linenos") {
				t.Lines[i] += " {linenos=true}"
			}
		} else if m := endLight.FindStringSubmatch(line); m != nil {
			t.Lines[i] = m[1] + "```"
		}
	}
	t.Places = block.PlacesOf(t.Lines)
	comment := false
	for i, line := range t.Lines {
		if t.Places[i] != block.NoCode && !comment {
			t.Lines[i] = raw.ReplaceAllString(line, "")
			continue
		}
		line, comment = withoutComments(line, comment)
		if kramdown.MatchString(line) {
			line = ""
		}
		line = linkTag.ReplaceAllStringFunc(line,
			func(tag string) string { return s.inContent(linkTag.FindStringSubmatch(tag)[1]) })
		line = postURL.ReplaceAllStringFunc(line, func(tag string) string {
			return "/posts/" + strings.TrimPrefix(postURL.FindStringSubmatch(tag)[1], "/") + ".md"
		})
		// Rendering adds the path of the site's URL to links in Markdown, but not to HTML.
		line = htmlURL.ReplaceAllStringFunc(line, func(text string) string { return inHTML(text, base) })
		line = urlFilter.ReplaceAllString(siteURL.ReplaceAllString(line, ""), "$1")
		if title != "" {
			line = pageTitle.ReplaceAllLiteralString(line, title)
		}
		t.Lines[i] = raw.ReplaceAllString(line, "")
	}
	t.Places = block.PlacesOf(t.Lines)
}

// inHTML converts an attribute, or a url() in CSS, that starts with {{ site.baseurl }} or contains a path with a
// filter.
func inHTML(text, base string) string {
	m := htmlURL.FindStringSubmatch(text)
	out := m[1] + base
	if m[2] != "" {
		out += "/" + strings.TrimPrefix(m[2], "/")
	}
	return out
}

// inContent returns the path in the content of a project file: posts are in one folder there, collections have their
// own, and pages of included folders are at the root.
func (s *settings) inContent(file string) string {
	file = strings.TrimPrefix(file, "/")
	if before, after, ok := strings.Cut("/"+file, "/_posts/"); ok {
		return path.Join("/posts", before, after)
	}
	if folder, rest, ok := strings.Cut(file, "/"); ok && strings.HasPrefix(folder, "_") {
		if _, known := s.Collections[folder[1:]]; known {
			return "/" + folder[1:] + "/" + rest
		}
		return "/" + rest
	}
	return "/" + file
}

// withoutComments removes {% comment %}…{% endcomment %} from a line; in means that the line starts inside a comment.
// The result reports whether the next line does.
func withoutComments(line string, in bool) (string, bool) {
	var b strings.Builder
	at := 0
	for _, m := range commentTag.FindAllStringSubmatchIndex(line, -1) {
		if !in {
			b.WriteString(line[at:m[0]])
		}
		in, at = m[2] < 0, m[1]
	}
	if !in {
		b.WriteString(line[at:])
	}
	return b.String(), in
}

// liquidName returns a tag or value without its arguments, so all uses have the same name.
func liquidName(m []string) string {
	if m[1] != "" {
		return "{% " + m[1] + " %}"
	}
	return "{{ " + m[2] + " }}"
}

// leftLiquid returns the Liquid in a text that cannot be converted.
func leftLiquid(t *block.Text) (found []foreign.Problem) {
	seen := map[string]bool{}
	for i, line := range t.Lines {
		if t.Places[i] != block.NoCode {
			continue
		}
		block.Outside(line, func(s string) string {
			for _, m := range left.FindAllStringSubmatch(s, -1) {
				name := m[1] + m[2]
				if !seen[name] && !strings.HasPrefix(m[1], "end") {
					seen[name] = true
					found = append(found, foreign.Problem{
						Line: i + 1, Name: name, Message: fmt.Sprintf("Liquid is not supported: %s is shown as text", liquidName(m)),
						Hint: "write it as Markdown, or as a shortcode of the project",
					})
				}
			}
			return s
		})
	}
	return found
}
