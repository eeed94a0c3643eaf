package hosting

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
)

// LimitRule is the rule of messages about limits of hosts.
const LimitRule = "host-limit"

// reducible are kinds of files that a site can do without, recognized by their paths.
var reducible = [...]struct {
	name string // in the plural
	how  string // to leave them out
	is   func(file string) bool
}{
	{"texts of pages in Markdown", "discovery.markdown = false", IsCopy},
	{"sizes of images", "fewer sizes in templates and in imaging", imageName.MatchString},
	{"parts of the search index", "params.search = false", searchPart.MatchString},
	{"further pages of lists", "a larger pagination.pagerSize", pagerPage.MatchString},
}

var (
	searchPart = regexp.MustCompile(`(?:^|/)search/[^/]+\.js$`)
	pagerPage  = regexp.MustCompile(`(?:^|/)page/[0-9]+/index\.html$`)
)

// Found returns warnings about the limits that the site exceeds.
func (t *Tally) Found() (found diag.List) {
	for _, e := range t.Over() {
		found = append(found, t.Warning(e))
	}
	return found
}

// Warning returns the warning about a limit that the site exceeds.
func (t *Tally) Warning(e Excess) *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule: LimitRule, Severity: diag.Warning, Message: e.message(), Hint: strings.Join(t.hints(e), "; "),
	}
}

// message says which limit is exceeded, and by how much.
func (e Excess) message() string {
	limit, has := count(e.Most), count(e.Has)
	if e.Of == FileBytes || e.Of == TotalBytes || e.Of == RedirectBytes {
		limit, has = size(e.Most), size(e.Has)
	}
	who := e.Host
	if who == "" {
		who = "deploy.limits." + string(e.Of)
	}
	others := ""
	if e.More > 0 {
		others = fmt.Sprintf(" (and %s)", words.Count(e.More, "other"))
	}
	switch e.Of {
	case Files:
		what := "files"
		if e.Folders {
			what = "files and folders"
		}
		return fmt.Sprintf("the site has %s %s; %s allows %s", has, what, who, limit)
	case FolderFiles:
		return fmt.Sprintf("the folder %s has %s entries%s; %s allows %s", e.File, has, others, who, limit)
	case FileBytes:
		return fmt.Sprintf("the file %s has %s%s; %s allows %s", e.File, has, others, who, limit)
	case TotalBytes:
		return fmt.Sprintf("the site has %s; %s allows %s", has, who, limit)
	case RedirectRules:
		return fmt.Sprintf("_redirects needs %s rules; %s reads %s", has, who, limit)
	case PatternRules:
		return fmt.Sprintf("_redirects needs %s rules with * or placeholders; %s reads %s", has, who, limit)
	case RedirectChars:
		return fmt.Sprintf("a rule in _redirects has %s characters; %s reads %s", has, who, limit)
	case RedirectBytes:
		return fmt.Sprintf("_redirects has %s; %s reads %s", has, who, limit)
	case HeaderRules:
		reads := "reads"
		if who == itself {
			reads = "writes"
		}
		return fmt.Sprintf("_headers needs %s rules; %s %s %s, so the others have no effect", has, who, reads, limit)
	default:
		return fmt.Sprintf("a header in _headers has %s characters; %s reads %s", has, who, limit)
	}
}

// hints says what would bring the site under a limit.
func (t *Tally) hints(e Excess) (out []string) {
	switch e.Of {
	case Files, FolderFiles, TotalBytes:
		out = t.reductions(e)
	case FileBytes:
		out = []string{"make it smaller, or put it on another host"}
	case RedirectRules, PatternRules, RedirectBytes:
		out = []string{"remove aliases that are no longer requested, or merge rules with *"}
	case RedirectChars:
		out = []string{"shorten the URL of the page or the alias"}
	case HeaderRules:
		out = []string{"turn off feeds that nobody reads, merge rules in static/_headers, or say less with discovery.fileRules"}
	case HeaderChars:
		out = []string{"list fewer hubs, or shorten the header in static/_headers"}
	}
	if e.Paid > 0 {
		out = append(out, fmt.Sprintf("a paid plan allows %s: set deploy.limits.%s = %d", count(e.Paid), e.Of, e.Paid))
	}
	return out
}

// reductions lists the files that the site can do without, and says whether that is enough.
func (t *Tally) reductions(e Excess) []string {
	left := e.Has
	var out []string
	for i, kind := range reducible {
		k := t.kinds[i]
		if k.files == 0 {
			continue
		}
		what := count(int64(k.files))
		if e.Of == TotalBytes {
			what, left = size(k.bytes)+" of", left-k.bytes
		} else {
			left -= int64(k.files)
		}
		out = append(out, fmt.Sprintf("%s %s (%s)", what, kind.name, kind.how))
	}
	if len(out) == 0 {
		return []string{"leave out files, or split the site"}
	}
	text := "the site can do without " + strings.Join(out, ", ")
	if e.Of != FolderFiles && left > e.Most {
		text += ", which is not enough"
	}
	return []string{text}
}

// count writes a number with commas: "20,000".
func count(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// size writes a number of bytes: "25 MiB", "26,214,401 bytes (25.0 MiB)".
func size(n int64) string {
	unit, name := int64(1<<20), "MiB"
	if n >= 1<<30 {
		unit, name = 1<<30, "GiB"
	}
	switch {
	case n < unit:
		return count(n) + " bytes"
	case n%unit == 0:
		return count(n/unit) + " " + name
	}
	return fmt.Sprintf("%s bytes (%.1f %s)", count(n), float64(n)/float64(unit), name)
}

// leftOutLine is the comment at the end of a `_headers` file with the number of rules that WriteHeaders left out.
const leftOutLine = "# %d more rules are left out: the host reads %d.\n"

var leftOutPattern = regexp.MustCompile(`(?m)^# ([0-9]+) more rules are left out: the host reads [0-9]+\.$`)

// leftOut returns the number of rules that WriteHeaders left out of a file.
func leftOut(headers string) int {
	m := leftOutPattern.FindStringSubmatch(headers)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}
