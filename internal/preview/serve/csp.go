package serve

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"strings"
)

// allowance is what our script needs from a Content-Security-Policy (https://www.w3.org/TR/CSP3/): to be
// loaded, and to connect to the preview. Its styles are set by script and need nothing.
type allowance struct {
	source string // URL of our folder
	nonce  string
}

// policies amends the value of a header: one policy, or several separated by commas.
func (a allowance) policies(value string) string {
	list := strings.Split(value, ",")
	for i, p := range list {
		list[i] = a.policy(p)
	}
	return strings.Join(list, ",")
}

// policy adds our folder to the sources of scripts and connections. It allows nothing else: what the host's
// policy will block is blocked here, too. It only removes directives that would turn the preview's http URLs
// into https.
func (a allowance) policy(policy string) string {
	var out []string
	directives := map[string][]string{} // by name, the words after it
	for d := range strings.SplitSeq(policy, ";") {
		words := strings.Fields(d)
		if len(words) == 0 {
			continue
		}
		name := strings.ToLower(words[0])
		if name == "upgrade-insecure-requests" || name == "block-all-mixed-content" {
			continue
		}
		if _, twice := directives[name]; twice {
			continue // only the first counts
		}
		directives[name] = words[1:]
		out = append(out, name)
	}
	fallback, limited := directives["default-src"]
	for _, name := range []string{"script-src", "script-src-elem", "connect-src"} {
		words, given := directives[name]
		switch {
		case given:
		case name == "script-src-elem" || !limited:
			continue // falls back to script-src; without default-src everything is allowed
		default:
			words = fallback
			out = append(out, name)
		}
		directives[name] = a.allow(words)
	}
	for i, name := range out {
		out[i] = strings.Join(append([]string{name}, directives[name]...), " ")
	}
	return " " + strings.Join(out, "; ")
}

// allow adds our source to a list. It adds a nonce only if the list contains only nonces: in other lists a
// nonce would turn off 'unsafe-inline', which the page may need.
func (a allowance) allow(words []string) []string {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.EqualFold(w, "'none'") })
	words = append(words, a.source)
	if slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, "'strict-dynamic'") }) {
		words = append(words, "'nonce-"+a.nonce+"'")
	}
	return words
}

// meta amends the policies in meta elements of a page.
func (a allowance) meta(page []byte) []byte {
	if !bytes.Contains(page, []byte("ecurity-")) { // of -Security-Policy, in the usual spellings
		return page
	}
	return metaTag.ReplaceAllFunc(page, func(tag []byte) []byte {
		if !isPolicy.Match(tag) {
			return tag
		}
		at := contentAttribute.FindSubmatchIndex(tag)
		if at == nil {
			return tag
		}
		value := string(tag[at[2]:at[3]])
		quoted := strings.Trim(value, string(value[0]))
		amended := strings.TrimSpace(a.policies(html.UnescapeString(quoted)))
		return slices.Concat(tag[:at[2]], []byte(`"`+strings.ReplaceAll(amended, `"`, "&#34;")+`"`), tag[at[3]:])
	})
}

var (
	metaTag          = regexp.MustCompile(`(?i)<meta\s(?:[^>"']|"[^"]*"|'[^']*')*>`)
	isPolicy         = regexp.MustCompile(`(?i)\shttp-equiv\s*=\s*["']?content-security-policy\b`)
	contentAttribute = regexp.MustCompile(`(?i)\scontent\s*=\s*("[^"]*"|'[^']*')`)
)
