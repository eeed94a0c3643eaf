package sitemap

import (
	"bytes"
	"slices"
	"strings"
)

// AllowAll and DisallowAll are complete robots.txt files: everything may be crawled, or nothing (for a preview
// that must not be found, rule X7).
const (
	AllowAll    = "User-agent: *\nAllow: /\n"
	DisallowAll = "User-agent: *\nDisallow: /\n"
)

// MergeRobots returns a robots.txt that tells crawlers a policy and announces sitemaps (absolute URLs, rule X4), as
// URIs with hosts in punycode (L3). The contents of the file stay byte for byte: missing lines are added after them,
// outside of its groups. Crawlers that the file names, and a Content-Signal line, stay as they are. An empty file
// counts as AllowAll.
func MergeRobots(file []byte, policy CrawlerPolicy, sitemaps ...string) []byte {
	return appendRobots(file, policy, sitemaps, "", "")
}

// appendRobots appends missing lines, between the lines begin and end unless these are empty.
func appendRobots(file []byte, policy CrawlerPolicy, sitemaps []string, begin, end string) []byte {
	out := append([]byte(nil), file...)
	signal := policy.signal()
	if signals(file) {
		signal = ""
	}
	if len(bytes.TrimSpace(out)) == 0 {
		out = append(out[:0], AllowAll...)
		if begin == "" && signal != "" {
			out = []byte("User-agent: *\n" + signal + "\nAllow: /\n")
			signal = ""
		}
	}
	newline := "\n"
	if bytes.Contains(out, []byte("\r\n")) {
		newline = "\r\n"
	}
	parsed := ParseRobots(out)
	lines := policy.groups(parsed, signal)
	there := map[string]bool{}
	for _, s := range parsed.Sitemaps {
		there[normal(s)] = true
	}
	var announced []string
	for _, s := range sitemaps {
		if s = normal(s); !there[s] {
			if there[s] = true; announced == nil && lines != nil {
				announced = append(announced, "")
			}
			announced = append(announced, "Sitemap: "+s)
		}
	}
	lines = append(lines, announced...)
	if len(lines) == 0 {
		return out
	}
	if begin != "" {
		lines = append(append([]string{begin}, lines...), end)
	}
	if !bytes.HasSuffix(out, []byte("\n")) {
		out = append(out, newline...)
	}
	out = append(out, newline...)
	for _, line := range lines {
		out = append(append(out, line...), newline...)
	}
	return out
}

// normal returns the normal form of a URL, or the text unchanged if it is invalid.
func normal(address string) string {
	if uri, err := Normalize(address); err == nil {
		return uri
	}
	return address
}

// The lines around the block of UpdateRobots.
const (
	robotsBegin = "# begin of sitemaps, written by the build: lines in here are replaced"
	robotsEnd   = "# end of sitemaps"
)

// UpdateRobots is MergeRobots for a file that is written repeatedly: the added lines are between two
// comments, and an earlier block is replaced. Everything outside of the block stays byte for byte; a Sitemap
// line there is not repeated inside.
func UpdateRobots(file []byte, policy CrawlerPolicy, sitemaps ...string) []byte {
	return appendRobots(cutBlock(file), policy, sitemaps, robotsBegin, robotsEnd)
}

// cutBlock removes the block of an earlier UpdateRobots, with the empty line before it.
func cutBlock(file []byte) []byte {
	from := bytes.Index(file, []byte(robotsBegin))
	if from < 0 || from > 0 && file[from-1] != '\n' {
		return file
	}
	n := bytes.Index(file[from:], []byte(robotsEnd))
	if n < 0 {
		return file
	}
	to := from + n + len(robotsEnd)
	if i := bytes.IndexByte(file[to:], '\n'); i >= 0 {
		to += i + 1
	} else {
		to = len(file)
	}
	out := append([]byte(nil), file[:from]...)
	for _, end := range []string{"\r\n", "\n"} {
		if rest, ok := bytes.CutSuffix(out, []byte(end)); ok && (len(rest) == 0 || rest[len(rest)-1] == '\n') {
			out = rest
			break
		}
	}
	return append(out, file[to:]...)
}

// Robots is a parsed robots.txt (RFC 9309).
type Robots struct {
	Sitemaps []string // URLs of Sitemap lines, as written
	groups   []robotsGroup
	open     bool // the last group has no rule: the next user-agent line belongs to it
}

type robotsGroup struct {
	agents []string // in lower case
	rules  []RobotsRule
}

// RobotsRule is one Allow or Disallow line.
type RobotsRule struct {
	Allow   bool
	Pattern string // with its percent-encoding normalised
	Line    int    // from 1
}

// ParseRobots parses a robots.txt as Google does, which accepts more than RFC 9309: a line without a colon,
// common misspellings ("Site-map", "Dissalow"), and the first 16,664 bytes of a long line. Unknown lines are
// ignored, as RFC 9309 §2.2.4 requires; there are no errors.
func ParseRobots(file []byte) *Robots {
	r := &Robots{}
	var group *robotsGroup // nil outside of a group
	ruled := false         // the group has rules: the next user-agent line starts another group
	text := strings.TrimPrefix(string(file), "\ufeff")
	for n := 1; text != ""; n++ {
		var line string
		line, text = cutLine(text)
		switch key, value := robotsLine(line); key {
		case "sitemap":
			// A URL may contain "#"; it would be a fragment, which URLs of sitemaps do not have.
			r.Sitemaps = append(r.Sitemaps, value)
		case "user-agent":
			if group == nil || ruled {
				r.groups = append(r.groups, robotsGroup{})
				group, ruled = &r.groups[len(r.groups)-1], false
			}
			group.agents = append(group.agents, productToken(value))
		case "allow", "disallow":
			if group == nil {
				continue
			}
			ruled = true
			if value != "" {
				group.rules = append(group.rules, RobotsRule{key == "allow", normalizePattern(value), n})
			}
			if i := strings.LastIndexByte(value, '/'); key == "allow" && i >= 0 && strings.HasPrefix(value[i+1:], "index.htm") {
				group.rules = append(group.rules, RobotsRule{true, normalizePattern(value[:i+1]) + "$", n}) // the folder itself
			}
		}
	}
	r.open = group != nil && !ruled
	return r
}

// maxRobotsLine is the number of bytes that Google reads of a line: eight times the longest URL of old
// browsers.
const maxRobotsLine = 8 * 2083

// robotsSlips are misspelled names of lines that Google accepts.
var robotsSlips = map[string]string{
	"useragent": "user-agent", "user agent": "user-agent", "site-map": "sitemap", "site map": "sitemap",
	"dissallow": "disallow", "dissalow": "disallow", "disalow": "disallow", "diasllow": "disallow", "disallaw": "disallow",
}

// robotsLine returns the lower-case name of a line and its value, or "" for a line without meaning.
func robotsLine(line string) (key, value string) {
	line = line[:min(len(line), maxRobotsLine)]
	line, _, _ = strings.Cut(line, "#")
	key, value, ok := strings.Cut(line, ":")
	if fields := strings.Fields(line); !ok && len(fields) == 2 { // the colon is missing
		key, value = fields[0], fields[1]
	} else if !ok {
		return "", ""
	}
	key = strings.ToLower(strings.TrimSpace(key))
	if name, ok := robotsSlips[key]; ok {
		key = name
	}
	return key, strings.TrimSpace(value)
}

// cutLine splits a text after its first line, which ends with LF, CR, or both.
func cutLine(text string) (line, rest string) {
	i := strings.IndexAny(text, "\r\n")
	if i < 0 {
		return text, ""
	}
	line, rest = text[:i], text[i+1:]
	if text[i] == '\r' {
		rest = strings.TrimPrefix(rest, "\n")
	}
	return line, rest
}

// productToken returns the significant part of a crawler's name, in lower case: "googlebot" for "Googlebot/2.1
// (+http://…)" (RFC 9309 §2.2.1).
func productToken(agent string) string {
	if i := strings.IndexAny(agent, "/ \t("); i > 0 {
		agent = agent[:i]
	}
	return strings.ToLower(agent)
}

// Allowed reports whether a crawler may fetch a path (with its query: "/a?b"). agent is the product token
// ("googlebot"); the groups of "*" apply to a crawler that the file does not name. The longest pattern decides,
// and of equally long ones the one that allows (rule X2, RFC 9309 §2.2.2).
func (r *Robots) Allowed(agent, path string) bool {
	rule, ok := r.Match(agent, path)
	return !ok || rule.Allow
}

// Match returns the rule that decides whether a crawler may fetch a path; see Allowed. It returns false if no
// rule applies, so the path is allowed.
func (r *Robots) Match(agent, path string) (rule RobotsRule, ok bool) {
	return r.MatchAny([]string{agent}, path)
}

// MatchAny is Match for a crawler that obeys several names ("googlebot-image", "googlebot"): the groups of all
// of them count as one. If the file has none of them, the groups of "*" apply.
func (r *Robots) MatchAny(agents []string, path string) (rule RobotsRule, ok bool) {
	var names []string
	for _, agent := range agents {
		if agent = productToken(agent); r.Names(agent) {
			names = append(names, agent)
		}
	}
	if len(names) == 0 {
		names = []string{"*"}
	}
	path = normalizePattern(path)
	if path == "/robots.txt" {
		return RobotsRule{}, false
	}
	longest := -1
	for _, g := range r.groups {
		if !slices.ContainsFunc(names, g.names) {
			continue
		}
		for _, candidate := range g.rules {
			n := len(candidate.Pattern)
			if n < longest || n == longest && (!candidate.Allow || rule.Allow) || !matchPattern(candidate.Pattern, path) {
				continue
			}
			rule, ok, longest = candidate, true, n
		}
	}
	return rule, ok
}

// Names reports whether the file has a group for a crawler.
func (r *Robots) Names(agent string) bool {
	agent = productToken(agent)
	return slices.ContainsFunc(r.groups, func(g robotsGroup) bool { return g.names(agent) })
}

func (g robotsGroup) names(agent string) bool {
	return slices.Contains(g.agents, agent)
}

// matchPattern matches a pattern with "*" and a final "$" against the beginning of a path.
func matchPattern(pattern, path string) bool {
	whole := strings.HasSuffix(pattern, "$")
	if whole {
		pattern = pattern[:len(pattern)-1]
	}
	parts := strings.Split(pattern, "*")
	if !strings.HasPrefix(path, parts[0]) {
		return false
	}
	path = path[len(parts[0]):]
	if len(parts) == 1 {
		return !whole || path == ""
	}
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(path, part)
		if i < 0 {
			return false
		}
		path = path[i+len(part):]
	}
	last := parts[len(parts)-1]
	if whole {
		return strings.HasSuffix(path, last)
	}
	return strings.Contains(path, last)
}

// normalizePattern makes equivalent spellings of a path equal: non-ASCII characters are encoded, unreserved
// ones decoded, hex digits are in upper case (RFC 9309 §2.2.2).
func normalizePattern(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			v := unhex(s[i+1])<<4 | unhex(s[i+2])
			i += 2
			if unreserved(v) {
				b = append(b, v)
				continue
			}
			c = v
			fallthrough
		case c >= 0x80 || c <= ' ':
			b = append(b, '%', hexDigits[c>>4], hexDigits[c&15])
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}
