package mkdocs

import (
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
)

// hosts are those of repositories, and the paths of what is in one.
var hosts = map[string]struct{ url, issue, pull, discussion, commit, compare string }{
	"github": {
		"https://github.com/", "/issues/", "/pull/", "/discussions/", "/commit/", "/compare/",
	},
	"gitlab":    {"https://gitlab.com/", "/issues/", "/merge_requests/", "", "/commit/", "/compare/"},
	"bitbucket": {"https://bitbucket.org/", "/issues/", "/pull-requests/", "", "/commits/commit/", "/branches/commits/"},
}

const (
	ofHost = `(?:(github|gitlab|bitbucket):)?`
	ofRepo = `[-._A-Za-z\d]{0,99}[A-Za-z\d]`
	ofUser = `[A-Za-z\d](?:[-\w]{0,37}[A-Za-z\d])?`
	// elsewhere matches URLs, characters by name, and e-mail addresses, in which nothing is a reference.
	elsewhere = `(?:https?://|www\.)[^\s<>]+|&#?\w+;|[\w.+-]{1,64}@[\w-]+\.[\w.-]+`
	word      = `[\p{L}\p{N}_]+(?:[./-][\p{L}\p{N}_]+)*[/@#!?]?`
)

// reference matches user/repo#1, repo#1, #1, !1, ?1, hashes of commits, @user, and @user/repo, and words, at the start
// of a text:
// https://facelessuser.github.io/pymdown-extensions/extensions/magiclink/#shorthand-links
var reference = pattern.New(`^(?:` + elsewhere +
	`|` + ofHost + `(?:(` + ofUser + `)/)?(` + ofRepo + `)?([#!?])([1-9]\d*)\b` +
	`|` + ofHost + `(?:(` + ofUser + `)/)?(?:(` + ofRepo + `)@)?\b([a-f\d]{40})(?:\.{3}([a-f\d]{40}))?\b` +
	`|@(?:(github|gitlab|bitbucket|twitter):)?(` + ofUser + `)\b(?:/(` + ofRepo + `)\b)?` +
	`|` + word + `)`)

// defined matches a reference definition, in which nothing is a reference.
var defined = pattern.New(`^[ \t>]*\[[^\]]+\]:[ \t]`)

// references makes links of references to users, repositories, and what is in them.
func (m *manner) references(s string) string {
	options := m.extensions["magiclink"]
	git, social := plain(options["repo_url_shorthand"]) == true, plain(options["social_url_shorthand"]) == true
	if !git && !social || !strings.ContainsAny(s, "#!?@") && !hash.MatchString(s) {
		return s
	}
	if defined.MatchString(s) {
		return s
	}
	var out strings.Builder
	ends := ends{text: s}
	for i := 0; i < len(s); {
		if n := ends.skip(i); n > 0 {
			out.WriteString(s[i : i+n])
			i += n
			continue
		}
		r := reference.FindStringSubmatch(s[i:])
		if r == nil {
			out.WriteByte(s[i])
			i++
			continue
		}
		if text, url := m.referred(r, git, social); url != "" {
			out.WriteString("[" + strings.ReplaceAll(text, "_", `\_`) + "](" + url + ")")
		} else {
			out.WriteString(r[0])
		}
		i += len(r[0])
	}
	return out.String()
}

// ends finds the ends of what brackets enclose. It looks at each byte of the text once for each kind of bracket.
type ends struct {
	text string
	next map[byte]int // the first such byte behind all places asked about so far
}

// find returns the place of the first c from i on; -1 if there is none.
func (e *ends) find(c byte, i int) int {
	if e.next == nil {
		e.next = map[byte]int{}
	}
	at, known := e.next[c]
	if !known || at < i {
		if at = strings.IndexByte(e.text[i:], c); at < 0 {
			at = len(e.text)
		} else {
			at += i
		}
		e.next[c] = at
	}
	if at == len(e.text) {
		return -1
	}
	return at
}

// skip returns the length of the link, image, tag, attribute list, or escaped character at i, in which nothing is a
// reference; 0 if there is none.
func (e *ends) skip(i int) int {
	at := i
	switch s := e.text[i:]; {
	case s[0] == '\\' && len(s) > 1:
		_, n := utf8.DecodeRuneInString(s[1:])
		return 1 + n
	case s[0] == '<':
		return max(0, e.find('>', i)+1-i)
	case s[0] == '{':
		return max(0, e.find('}', i)+1-i)
	case strings.HasPrefix(s, "!["):
		at = e.find(']', i+2)
	case s[0] == '[':
		at = e.find(']', i+1)
	case s[0] != ']':
		return 0
	}
	if at < 0 || at+1 == len(e.text) {
		return 0
	}
	switch e.text[at+1] {
	case '(':
		return max(0, e.find(')', at+2)+1-i)
	case '[':
		return max(0, e.find(']', at+2)+1-i)
	case ':':
		if e.text[i] != ']' {
			return at + 2 - i
		}
	}
	return 0
}

var hash = pattern.New(`[a-f\d]{40}`)

// referred returns the text and the URL of a reference; "" if it is none.
func (m *manner) referred(r []string, git, social bool) (text, url string) {
	options := m.extensions["magiclink"]
	of := func(key, other string) string {
		if s := foreign.TextOf(plain(options[key])); s != "" {
			return s
		}
		return other
	}
	provider, user, repo := of("provider", "github"), of("user", ""), of("repo", "")
	mine := user + "/" + repo
	host, known := hosts[provider]
	set := func(name, toUser, toRepo string) bool {
		if name != "" {
			provider, host, known, mine = name, hosts[name], true, ""
		}
		if toUser != "" {
			user = toUser
		}
		if toRepo != "" {
			repo = toRepo
		}
		return known && user != "" && repo != ""
	}
	short := func() string { // the name of the repository, as far as it is not the default
		switch {
		case user+"/"+repo == mine:
			return ""
		case user == of("user", "") && mine != "":
			return repo
		}
		return user + "/" + repo
	}
	switch {
	case r[5] != "" && git && set(r[1], r[2], r[3]):
		path := map[string]string{"#": host.issue, "!": host.pull, "?": host.discussion}[r[4]]
		if path == "" {
			return "", ""
		}
		if plain(options["normalize_issue_symbols"]) == true {
			r[4] = "#"
		}
		return short() + r[4] + r[5], host.url + user + "/" + repo + path + r[5]
	case r[9] != "" && git && set(r[6], r[7], r[8]):
		text, path := short(), host.commit+r[9]
		if text != "" {
			text += "@"
		}
		if text += r[9][:7]; r[10] != "" {
			text, path = text+"..."+r[10][:7], host.compare+r[9]+"..."+r[10]
		}
		return text, host.url + user + "/" + repo + path
	case r[12] == "":
	case r[11] == "twitter":
		if social {
			return "@" + r[12], "https://twitter.com/" + r[12]
		}
	case r[11] != "" && !git:
	case r[13] != "" && git && set(r[11], r[12], r[13]):
		return user + "/" + repo, host.url + user + "/" + repo
	case set(r[11], r[12], "x"):
		return "@" + user, host.url + user
	case provider == "twitter" && social:
		return "@" + r[12], "https://twitter.com/" + r[12]
	}
	return "", ""
}
