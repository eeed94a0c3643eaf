package mkdocs

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
)

// host is where repositories are, with the paths of what is in one.
type host struct {
	name, url, issue, pull, discussion, commit, compare string

	between, behind string // of the commits in the URL of a comparison
	hash            int    // length of a hash in texts
}

var hosts = map[string]host{
	"github": {
		"GitHub", "https://github.com/", "/issues/", "/pull/", "/discussions/", "/commit/", "/compare/", "...", "", 7,
	},
	"gitlab": {
		"GitLab", "https://gitlab.com/", "/issues/", "/merge_requests/", "", "/commit/", "/compare/", "...", "", 8,
	},
	"bitbucket": {
		"Bitbucket", "https://bitbucket.org/", "/issues/", "/pull-requests/", "", "/commits/commit/", "/branches/commits/",
		"..", "#diff", 7,
	},
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
	`|@(?:(github|gitlab|bitbucket|twitter|x):)?(` + ofUser + `)\b(?:/(` + ofRepo + `)\b)?` +
	`|` + word + `)`)

// defined matches a reference definition, in which nothing is a reference.
var defined = pattern.New(`^[ \t>]*\[[^\]]+\]:[ \t]`)

// references makes links of references to users, repositories, and what is in them.
func (m *manner) references(s string) string {
	options := m.extensions["magiclink"]
	git, social := options["repo_url_shorthand"] == true, options["social_url_shorthand"] == true
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
		if l := m.referred(r, git, social); l.url != "" {
			out.WriteString(l.markdown())
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

// link is a link to a repository, to what is in one, or to a user.
type link struct{ text, url, title string }

// markdown returns the link as Markdown.
func (l link) markdown() string {
	return "[" + inText.Replace(l.text) + "](" + l.url + ` "` + strings.ReplaceAll(l.title, `"`, "'") + `")`
}

var inText = strings.NewReplacer(
	"_", `\_`, "*", `\*`, "[", `\[`, "]", `\]`, "~", `\~`, "^", `\^`, "=", `\=`, "`", "\\`",
)

// magic is what the options of magiclink say about links.
type magic struct {
	provider, user, repo string
	symbols              bool // pull requests and discussions have the sign of an issue
	labels, excluded     map[string]any
}

func (m *manner) magic() magic {
	options := m.extensions["magiclink"]
	out := magic{provider: "github", symbols: options["normalize_issue_symbols"] == true}
	for key, to := range map[string]*string{"provider": &out.provider, "user": &out.user, "repo": &out.repo} {
		if s := foreign.TextOf(options[key]); s != "" {
			*to = s
		}
	}
	out.labels, _ = options["labels"].(map[string]any)
	out.excluded, _ = options["shortener_user_exclude"].(map[string]any)
	return out
}

// title returns the title of a link to what a label names.
func (g *magic) title(host host, label, name string) string {
	key := strings.ToLower(label)
	switch label {
	case "Pull Request":
		key = "pull"
	case "Discussion":
		key = "discuss"
	case "User":
		key = "mention"
	}
	if s := foreign.TextOf(g.labels[key]); s != "" {
		label = s
	}
	return host.name + " " + label + ": " + name
}

// short returns the name of a repository, as far as it is not the default.
func (g *magic) short(provider, user, repo string) string {
	switch {
	case provider != g.provider || user != g.user || g.user == "":
		return user + "/" + repo
	case repo == g.repo:
		return ""
	}
	return repo
}

// numbered returns the link to an issue, pull request, or discussion; sign is #, !, or ?.
func (g *magic) numbered(provider, user, repo, sign, number string) (l link) {
	host := hosts[provider]
	path, label := host.issue, "Issue"
	switch sign {
	case "!":
		path, label = host.pull, "Pull Request"
	case "?":
		path, label = host.discussion, "Discussion"
	}
	if path == "" {
		return l
	}
	if g.symbols {
		sign = "#"
	}
	return link{
		g.short(provider, user, repo) + sign + number, host.url + user + "/" + repo + path + number,
		g.title(host, label, user+"/"+repo+" #"+number),
	}
}

// commit returns the link to a commit, or to a comparison with another one.
func (g *magic) commit(provider, user, repo, hash, other string) link {
	host := hosts[provider]
	at, text, url, label := "", hash[:host.hash], host.commit+hash, "Commit"
	if other != "" {
		text, label = text+"..."+other[:host.hash], "Compare"
		url = host.compare + hash + host.between + other + host.behind
	}
	if at = g.short(provider, user, repo); at != "" {
		at += "@"
	}
	return link{at + text, host.url + user + "/" + repo + url, g.title(host, label, user+"/"+repo+"@"+text)}
}

// socials are the hosts of users who have no repositories.
var socials = map[string]host{
	"twitter": {name: "Twitter", url: "https://twitter.com/"}, "x": {name: "X", url: "https://x.com/"},
}

// referred returns the link that a reference is; one without a URL if it is none.
func (m *manner) referred(r []string, git, social bool) (l link) {
	g := m.magic()
	provider, user, repo := g.provider, g.user, g.repo
	set := func(name, toUser, toRepo string) bool {
		provider, user, repo = cmp.Or(name, provider), cmp.Or(toUser, user), cmp.Or(toRepo, repo)
		return hosts[provider].url != "" && user != "" && repo != ""
	}
	mention := func(host host, user string) link {
		return link{"@" + user, host.url + user, g.title(host, "User", user)}
	}
	switch {
	case r[5] != "" && git && set(r[1], r[2], r[3]):
		return g.numbered(provider, user, repo, r[4], r[5])
	case r[9] != "" && git && set(r[6], r[7], r[8]):
		return g.commit(provider, user, repo, r[9], r[10])
	case r[12] == "":
	case socials[r[11]].url != "":
		if social {
			return mention(socials[r[11]], r[12])
		}
	case r[11] != "" && !git:
	case r[13] != "" && git && set(r[11], r[12], r[13]):
		host := hosts[provider]
		return link{user + "/" + repo, host.url + user + "/" + repo, g.title(host, "Repository", user+"/"+repo)}
	case set(r[11], r[12], "x"):
		return mention(hosts[provider], user)
	case socials[provider].url != "" && social:
		return mention(socials[provider], r[12])
	}
	return l
}

var (
	// userURL matches the URL of a user, of a repository, or of what is in one, without a slash at its end.
	userURL = pattern.New(`^https://(?:www\.)?(github|gitlab|bitbucket|twitter|x)\.(?:com|org)/` +
		`([\w.-]{1,39})(?:/([^/]+)(/.+)?)?$`)
	ofHash = pattern.New(`^[a-f\d]{40}$`)
	digits = pattern.New(`^\d+$`)
)

// notUsers lists paths of hosts that are not users.
var notUsers = map[string][]any{
	"bitbucket": {"dashboard", "account", "plans", "support", "repo"},
	"github":    {"marketeplace", "notifications", "issues", "pull", "sponsors", "settings", "support"}, // as in magiclink
	"gitlab":    {"dashboard", "-", "explore", "help", "projects"},
	"twitter":   {"i", "messages", "bookmarks", "home"},
	"x":         {"i", "messages", "bookmarks", "home"},
}

// shortened returns the link with a short text for a URL that is its own text; one without a URL if it stays:
// https://facelessuser.github.io/pymdown-extensions/extensions/magiclink/#repository-link-shortener
func (m *manner) shortened(url string) (l link) {
	options := m.extensions["magiclink"]
	git, social := options["repo_url_shortener"] == true, options["social_url_shortener"] == true
	if !git && !social {
		return l
	}
	u := userURL.FindStringSubmatch(strings.TrimSuffix(url, "/"))
	if u == nil {
		return l
	}
	g := m.magic()
	provider, user, repo, path := u[1], u[2], u[3], u[4]
	excluded := notUsers[provider]
	if list, ok := g.excluded[provider].([]any); ok {
		excluded = list
	}
	if slices.Contains(excluded, any(strings.ToLower(user))) || (socials[provider].url != "") == git && !social {
		return l
	}
	host, known := hosts[provider]
	switch {
	case !known:
		if social && repo == "" {
			l = link{text: "@" + user, title: g.title(socials[provider], "User", user)}
		}
	case !git:
	case repo == "":
		l = link{text: "@" + user, title: g.title(host, "User", user)}
	case path == "":
		l = link{text: user + "/" + repo, title: g.title(host, "Repository", user+"/"+repo)}
	default:
		l = g.within(provider, user, repo, path)
	}
	if l.text != "" {
		l.url = url
	}
	return l
}

// within returns the link to a path in a repository; one without a text for other paths.
func (g *magic) within(provider, user, repo, path string) (l link) {
	host := hosts[provider]
	for _, kind := range []struct{ path, sign string }{{host.issue, "#"}, {host.pull, "!"}, {host.discussion, "?"}} {
		number, ok := strings.CutPrefix(path, kind.path)
		if provider == "bitbucket" { // the title follows
			number, _, _ = strings.Cut(number, "/")
		}
		if ok && kind.path != "" && digits.MatchString(number) {
			return g.numbered(provider, user, repo, kind.sign, number)
		}
	}
	if hash, ok := strings.CutPrefix(path, host.commit); ok && ofHash.MatchString(hash) {
		return g.commit(provider, user, repo, hash, "")
	}
	if both, ok := strings.CutPrefix(path, host.compare); ok {
		hash, other, _ := strings.Cut(strings.TrimSuffix(both, host.behind), host.between)
		if ofHash.MatchString(hash) && ofHash.MatchString(other) {
			return g.commit(provider, user, repo, hash, other)
		}
	}
	return l
}
