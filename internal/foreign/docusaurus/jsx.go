package docusaurus

import (
	"regexp"
	"strings"
)

var (
	required  = regexp.MustCompile(`=\{\s*(?:require|useBaseUrl)\(\s*['"]([^'"]+)['"]\s*\)(?:\.default)?\s*\}`)
	picture   = regexp.MustCompile(`<img\s[^<>]*?src=\{\s*(?:require|useBaseUrl)\(\s*['"]([^'"]+)['"]\s*\)(?:\.default)?\s*\}[^<>]*>`)
	alt       = regexp.MustCompile(`\salt=["']([^"']*)["']`)
	className = regexp.MustCompile(`(<[a-z][^<>]*\s)className="`)
	styled    = regexp.MustCompile(`\sstyle=\{\{[^{}]*\}\}`)
	siteFile  = regexp.MustCompile(`(\]\(|="|\]:\s+)(?:@site/static/|@site/docs/|pathname:///)`)
)

// jsx writes attributes of HTML in JSX as HTML, and pictures of files next to the page as Markdown, which finds them;
// inHTML says that the line is in a block of HTML, where Markdown is text.
// https://docusaurus.io/docs/markdown-features/assets
func jsx(s string, inHTML bool) string {
	if strings.Contains(s, "={") {
		if !inHTML {
			s = picture.ReplaceAllStringFunc(s, func(tag string) string {
				text := ""
				if m := alt.FindStringSubmatch(tag); m != nil {
					text = m[1]
				}
				return "![" + text + "](" + picture.FindStringSubmatch(tag)[1] + ")"
			})
		}
		s = styled.ReplaceAllString(required.ReplaceAllString(s, `="$1"`), "")
	}
	if strings.Contains(s, "className=") {
		s = className.ReplaceAllString(s, `${1}class="`)
	}
	if strings.Contains(s, "@site/") || strings.Contains(s, "pathname:") {
		s = siteFile.ReplaceAllString(s, "$1/")
	}
	return s
}
