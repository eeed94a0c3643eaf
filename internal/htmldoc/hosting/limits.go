package hosting

import (
	"cmp"
	"slices"
	"strings"
)

// Measure is something of a site that hosts limit. Its value is the key of `deploy.limits`.
type Measure string

// All measures. Sizes are bytes, lengths are characters.
const (
	Files         Measure = "files"
	FolderFiles   Measure = "folderFiles" // files and folders directly in one folder
	FileBytes     Measure = "fileBytes"
	TotalBytes    Measure = "totalBytes"
	RedirectRules Measure = "redirects"        // rules of _redirects with a fixed path
	PatternRules  Measure = "redirectPatterns" // rules of _redirects with a star or a placeholder
	RedirectChars Measure = "redirectLength"   // of one rule
	RedirectBytes Measure = "redirectBytes"    // of _redirects
	HeaderRules   Measure = "headerRules"      // paths in _headers
	HeaderChars   Measure = "headerLength"     // of one header, name and value
)

// Measures returns all measures in the order of messages.
func Measures() []Measure {
	return []Measure{
		Files, FolderFiles, FileBytes, TotalBytes, RedirectRules, PatternRules, RedirectChars, RedirectBytes, HeaderRules,
		HeaderChars,
	}
}

// Limit is the largest value of a measure that a host accepts.
type Limit struct {
	Host    string // name in deploy.hosts; "": the project sets the limit itself
	Of      Measure
	Most    int64
	Folders bool   // of Files: folders count, too
	Paid    int64  // limit of a paid plan; 0: the same, or unknown
	Source  string // URL of the documentation
	Read    string // when the source was read: "2026-11-28"
}

// published are the limits that hosts document, for free plans. Cloudflare Pages and Workers have the same ones
// (https://developers.cloudflare.com/workers/platform/limits/). Vercel limits only uploads with its own program and the
// redirects in vercel.json, which sitegen does not write. docs/deploy/hosts.md has this table; a test compares them.
func published() []Limit {
	const (
		pages     = "https://developers.cloudflare.com/pages/platform/limits/"
		redirects = "https://developers.cloudflare.com/pages/configuration/redirects/"
		netlify   = "https://docs.netlify.com/site-deploys/overview/"
		github    = "https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits"
		git       = "https://docs.github.com/en/repositories/working-with-files/managing-large-files"
		gitlab    = "https://docs.gitlab.com/user/gitlab_com/"
		entries   = "https://docs.gitlab.com/administration/instance_limits/"
		moves     = "https://docs.gitlab.com/user/project/pages/redirects/"
		day       = "2026-11-28"
	)
	return []Limit{
		{Host: "netlify", Of: FolderFiles, Most: 54_000, Source: netlify, Read: day},
		{Host: "cloudflare", Of: Files, Most: 20_000, Paid: 100_000, Source: pages, Read: day},
		{Host: "cloudflare", Of: FileBytes, Most: 25 << 20, Source: pages, Read: day},
		{Host: "cloudflare", Of: RedirectRules, Most: 2000, Source: redirects, Read: day},
		{Host: "cloudflare", Of: PatternRules, Most: 100, Source: redirects, Read: day},
		{Host: "cloudflare", Of: RedirectChars, Most: 1000, Source: redirects, Read: day},
		{Host: "cloudflare", Of: HeaderRules, Most: mostHeaderRules, Source: pages, Read: day},
		{Host: "cloudflare", Of: HeaderChars, Most: 2000, Source: pages, Read: day},
		{Host: "github-pages", Of: FileBytes, Most: 100 << 20, Source: git, Read: day},
		{Host: "github-pages", Of: TotalBytes, Most: 1 << 30, Source: github, Read: day},
		{Host: "gitlab-pages", Of: Files, Folders: true, Most: 200_000, Source: entries, Read: day},
		{Host: "gitlab-pages", Of: TotalBytes, Most: 1 << 30, Source: gitlab, Read: day},
		{Host: "gitlab-pages", Of: RedirectRules, Most: 1000, Source: moves, Read: day},
		{Host: "gitlab-pages", Of: RedirectBytes, Most: 64 << 10, Source: moves, Read: day},
	}
}

// Numbers of rules that are written to a `_headers` file: what Cloudflare reads, and a bound for hosts that document
// none.
const (
	mostHeaderRules = 100
	manyHeaderRules = 1000
)

// HeaderRulesOf returns the number of rules of `_headers` that all of these hosts read.
func HeaderRulesOf(hosts []string, own map[Measure]int64) int {
	switch most := own[HeaderRules]; {
	case most > 0:
		return int(most)
	case most == 0 && (slices.Contains(hosts, "cloudflare") || !slices.Contains(hosts, "netlify")):
		return mostHeaderRules // without hosts, of whichever host reads the file
	}
	return manyHeaderRules
}

// itself is the Host of the bound that sitegen sets where no host documents one.
const itself = "sitegen"

// LimitsOf returns the limits of hosts, in their order. A value of own overrides those of all hosts: it is the
// project's plan; a negative one turns the check off.
func LimitsOf(hosts []string, own map[Measure]int64) []Limit {
	var out []Limit
	if own[HeaderRules] <= 0 && HeaderRulesOf(hosts, own) == manyHeaderRules {
		out = append(out, Limit{Host: itself, Of: HeaderRules, Most: manyHeaderRules})
	}
	for _, m := range Measures() {
		if most := own[m]; most != 0 {
			if most > 0 {
				out = append(out, Limit{Of: m, Most: most})
			}
			continue
		}
		for _, host := range hosts {
			for _, l := range published() {
				if l.Host == host && l.Of == m {
					out = append(out, l)
				}
			}
		}
	}
	return out
}

// HeadersAlone returns the limits of a `_headers` file that is written for no host in particular.
func HeadersAlone(own map[Measure]int64) []Limit {
	return slices.DeleteFunc(LimitsOf([]string{"cloudflare"}, own),
		func(l Limit) bool { return l.Of != HeaderRules && l.Of != HeaderChars })
}

// Tally counts what hosts limit. The order in which files are added does not matter.
type Tally struct {
	limits  []Limit
	files   int
	bytes   int64
	folders map[string]int // entries by folder; "." is the root
	large   []sized        // files over the smallest limit of a file
	kinds   [len(reducible)]sized
	rules   map[Measure]int64
}

type sized struct {
	path  string
	files int
	bytes int64
}

// NewTally returns a tally of a site that has to keep these limits.
func NewTally(limits []Limit) *Tally {
	return &Tally{limits: limits, folders: map[string]int{}, rules: map[Measure]int64{}}
}

// smallest returns the smallest limit of a file; -1 if there is none.
func (t *Tally) smallest() int64 {
	most := int64(-1)
	for _, l := range t.limits {
		if l.Of == FileBytes && (most < 0 || l.Most < most) {
			most = l.Most
		}
	}
	return most
}

// Add counts a file by its slash path below the root of the host.
func (t *Tally) Add(file string, size int64) {
	t.files++
	t.bytes += size
	if most := t.smallest(); most >= 0 && size > most {
		t.large = append(t.large, sized{file, 1, size})
	}
	for entry := file; ; {
		folder := "."
		if i := strings.LastIndexByte(entry, '/'); i >= 0 {
			folder = entry[:i]
		}
		t.folders[folder]++
		if folder == "." || t.folders[folder] > 1 {
			break // the folder itself is counted
		}
		entry = folder
	}
	for i, kind := range reducible {
		if kind.is(file) {
			t.kinds[i].files++
			t.kinds[i].bytes += size
			break
		}
	}
}

// Rules counts the rules of a `_redirects` and a `_headers` file, including those that WriteHeaders left out.
func (t *Tally) Rules(redirects, headers string) {
	list, _ := ParseRedirects("_redirects", redirects)
	for _, r := range list.List() {
		if r.Plain {
			t.rules[RedirectRules]++
		} else {
			t.rules[PatternRules]++
		}
	}
	for line := range strings.Lines(redirects) {
		if line = strings.TrimSpace(line); !isComment(line) {
			t.rules[RedirectChars] = max(t.rules[RedirectChars], int64(len([]rune(line))))
		}
	}
	t.rules[RedirectBytes] = int64(len(redirects))
	set, _ := ParseHeaders("_headers", headers)
	t.rules[HeaderRules] = int64(len(set.rules) + leftOut(headers))
	for _, r := range set.rules {
		for _, f := range r.fields {
			t.rules[HeaderChars] = max(t.rules[HeaderChars], int64(len([]rune(f.Name))+2+len([]rune(f.Value))))
		}
	}
}

// Excess is a limit that a site exceeds.
type Excess struct {
	Limit
	Has  int64
	File string // the largest file, or the fullest folder, of FileBytes and FolderFiles
	More int    // number of other files or folders that exceed the limit
}

// Over returns the limits that the site exceeds, in their order.
func (t *Tally) Over() []Excess {
	var out []Excess
	for _, l := range t.limits {
		e := Excess{Limit: l}
		switch l.Of {
		case Files:
			e.Has = int64(t.files)
			if l.Folders {
				e.Has += int64(len(t.folders)) - 1 // the root is not counted
			}
		case FolderFiles:
			e = t.fullest(e)
		case FileBytes:
			e = t.largest(e)
		case TotalBytes:
			e.Has = t.bytes
		case RedirectRules:
			e.Has = t.rules[l.Of]
			if l.Host == "gitlab-pages" { // it counts rules of both kinds
				e.Has += t.rules[PatternRules]
			}
		default:
			e.Has = t.rules[l.Of]
		}
		if e.Has > l.Most {
			out = append(out, e)
		}
	}
	return out
}

// fullest finds the folder with the most entries.
func (t *Tally) fullest(e Excess) Excess {
	over := 0
	for folder, n := range t.folders {
		if int64(n) > e.Has || int64(n) == e.Has && folder < e.File {
			e.Has, e.File = int64(n), folder
		}
		if int64(n) > e.Most {
			over++
		}
	}
	e.More = over - 1
	return e
}

// largest finds the largest file.
func (t *Tally) largest(e Excess) Excess {
	over := 0
	for _, f := range t.large {
		if cmp.Or(cmp.Compare(e.Has, f.bytes), cmp.Compare(f.path, e.File)) < 0 {
			e.Has, e.File = f.bytes, f.path
		}
		if f.bytes > e.Most {
			over++
		}
	}
	e.More = over - 1
	return e
}
