package mkdocs

import (
	"strings"

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
	// elsewhere matches text in which nothing is a reference, and words.
	elsewhere = `\\.|!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\]|:)|\](?:\([^)]*\)|\[[^\]]*\])|<[^>]*>|(?:https?://|www\.)[^\s<>]+|\{[^}]*\}|&#?\w+;|` +
		`[\w.+-]+@[\w-]+\.[\w.-]+`
	word = `[\p{L}\p{N}_]+(?:[./-][\p{L}\p{N}_]+)*[/@#!?]?`
)

// reference matches user/repo#1, repo#1, #1, !1, ?1, hashes of commits, @user, and @user/repo:
// https://facelessuser.github.io/pymdown-extensions/extensions/magiclink/#shorthand-links
var reference = pattern.New(elsewhere +
	`|` + ofHost + `(?:(` + ofUser + `)/)?(` + ofRepo + `)?([#!?])([1-9]\d*)\b` +
	`|` + ofHost + `(?:(` + ofUser + `)/)?(?:(` + ofRepo + `)@)?\b([a-f\d]{40})(?:\.{3}([a-f\d]{40}))?\b` +
	`|@(?:(github|gitlab|bitbucket|twitter):)?(` + ofUser + `)\b(?:/(` + ofRepo + `)\b)?` +
	`|` + word)

// references makes links of references to users, repositories, and what is in them.
func (m *manner) references(s string) string {
	options := m.extensions["magiclink"]
	git, social := plain(options["repo_url_shorthand"]) == true, plain(options["social_url_shorthand"]) == true
	if !git && !social || !strings.ContainsAny(s, "#!?@") && !hash.MatchString(s) {
		return s
	}
	return reference.ReplaceAllStringFunc(s, func(found string) string {
		text, url := m.referred(reference.FindStringSubmatch(found), git, social)
		if url == "" {
			return found
		}
		return "[" + strings.ReplaceAll(text, "_", `\_`) + "](" + url + ")"
	})
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
