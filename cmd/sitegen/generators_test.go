package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/sitemap"
)

// otherSites are the sites of other generators: the folder of the source, the table of what is true of the site, and the
// folder that tools/build-generators.sh writes.
var otherSites = []struct {
	source, truth, built string
	git                  bool // the source is in a repository, with one commit on 2026-01-15
}{
	{"docusaurus", "truth.txt", "docusaurus", false},
	{"docusaurus", "truth-slash.txt", "docusaurus-slash", false},
	{"vitepress", "truth.txt", "vitepress", false},
	{"starlight", "truth.txt", "starlight", true},
	{"eleventy", "truth.txt", "eleventy", false},
}

// copies are the folders of a site in a test.
var copies = []string{"plain", "site", "old", "repaired"}

// truth is a row of a table: what each command makes of a URL.
type truth struct{ Post, Replace, Date, Check, Diff, Repair string }

// post, post --replace, post --repair, check, diff, and notify --dry-run give, for the sites that other generators
// built, what the tables say that were written by hand. A second run changes nothing, and what was repaired has no
// finding left.
func TestSitesOfOtherGenerators(t *testing.T) {
	built := os.Getenv("GENERATED")
	if built == "" {
		t.Skip("GENERATED names no folder of built sites: ./test.sh --full builds them")
	}
	for _, s := range otherSites {
		t.Run(s.built, func(t *testing.T) {
			source := filepath.Join("..", "..", "testdata", "generators", s.source)
			want := readTruth(t, filepath.Join(source, s.truth))
			o := &otherSite{t: t, top: t.TempDir(), got: map[string]*truth{}}
			o.source = filepath.Join(o.top, "source")
			if err := os.CopyFS(o.source, os.DirFS(source)); err != nil {
				t.Fatal(err)
			}
			if s.git {
				o.commit()
			}
			for _, name := range copies {
				if err := os.CopyFS(filepath.Join(o.top, name), os.DirFS(filepath.Join(built, s.built))); err != nil {
					t.Fatal(err)
				}
			}
			o.observe()
			for path, row := range o.got {
				if w := want[path]; w == nil || *w != *row {
					t.Errorf("%s: %s", path, cmp.Diff(w, row))
				}
			}
			for path := range want {
				if o.got[path] == nil {
					t.Errorf("no command knows %s", path)
				}
			}
		})
	}
}

// readTruth reads a table.
func readTruth(t *testing.T, file string) map[string]*truth {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*truth{}
	for line := range strings.Lines(string(text)) {
		row, _, _ := strings.Cut(line, "#")
		switch f := strings.Fields(row); len(f) {
		case 0:
		case 7:
			out[f[0]] = &truth{f[1], f[2], f[3], f[4], f[5], f[6]}
		default:
			t.Fatalf("%s: %d columns: %s", file, len(f), line)
		}
	}
	return out
}

// otherSite is a built site, and what the commands said of its URLs.
type otherSite struct {
	t           *testing.T
	top, source string
	got         map[string]*truth
}

// commit puts the source into a repository.
func (o *otherSite) commit() {
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b.dev", "commit", "-qm", "all"}} {
		git := exec.Command("git", args...)
		git.Dir = o.source
		git.Env = append(os.Environ(), "GIT_AUTHOR_DATE=2026-01-15T12:00:00Z", "GIT_COMMITTER_DATE=2026-01-15T12:00:00Z")
		if out, err := git.CombinedOutput(); err != nil {
			o.t.Fatalf("%v: %s", err, out)
		}
	}
}

// postSummary is what sitegen post --json prints.
type postSummary struct {
	Base     string
	Written  []string
	Excluded []struct{ URL, Reason string }
	Repairs  []struct{ Action, What, URL string }
}

// otherFindings is what check --json and diff --json print.
type otherFindings struct {
	Diagnostics, Findings []struct{ Rule, File, Message, URL string }
}

// observe runs all commands. The site is replaced, a copy is repaired, and another stays as the generator wrote it.
func (o *otherSite) observe() {
	post := []string{"post", "--content", o.source, "--json", "--clock", "2100-01-01T00:00:00Z"}
	var first, replaced, again postSummary
	o.run(&first, append(post, "plain", "--sitemap", "pages.xml", "--no-text", "--no-robots")...)
	o.listed("plain", &first, "pages.xml", func(row *truth) *string { return &row.Post })

	for _, d := range o.check("site") {
		o.add(o.subject(first.Base, d.File, d.Message), func(row *truth) *string { return &row.Check }, d.Rule)
	}

	o.run(&replaced, append(post, "site", "--replace")...)
	announced := "sitemap.xml"
	if _, err := os.Stat(filepath.Join(o.top, "site", "sitemap-index.xml")); err == nil {
		announced = "sitemap-index.xml" // as heads and robots.txt name it
	}
	listed := o.listed("site", &replaced, announced, func(row *truth) *string { return &row.Replace })
	if o.run(&again, append(post, "site", "--replace")...); len(again.Written) > 0 {
		o.t.Errorf("a second run of post --replace wrote %v", again.Written)
	}
	for _, d := range o.check("site") {
		if d.Rule != "sitemap-missing" || o.got[o.subject(first.Base, d.File, "")].Replace != "left-out" {
			o.t.Errorf("the replaced sitemap: %v", d)
		}
	}

	var changes otherFindings
	o.run(&changes, "diff", "old", "site", "--json", "--all")
	for _, d := range changes.Findings {
		o.add(strings.TrimSuffix(pathOf(first.Base), "/")+d.URL, func(row *truth) *string { return &row.Diff }, d.Rule)
	}
	o.announced(listed)
	o.repaired(post, first.Base)
}

// run runs a command and reads the JSON that it prints.
func (o *otherSite) run(into any, args ...string) {
	o.t.Helper()
	for i, arg := range args {
		if slices.Contains(copies, arg) {
			args[i] = filepath.Join(o.top, arg)
		}
	}
	var out, errs bytes.Buffer
	code := run(context.Background(), args, &out, &errs, nil)
	if err := json.Unmarshal(out.Bytes(), into); err != nil {
		o.t.Fatalf("%v: exit code %d, %v\n%s%s", args, code, err, out.Bytes(), errs.Bytes())
	}
}

// add adds a word to a cell of the row of a URL.
func (o *otherSite) add(path string, cell func(*truth) *string, word string) {
	row := o.got[path]
	if row == nil {
		row = &truth{"-", "-", "-", "-", "-", "-"}
		o.got[path] = row
	}
	var all []string
	if *cell(row) != "-" {
		all = strings.Split(*cell(row), ",")
	}
	if at, found := slices.BinarySearch(all, word); !found {
		*cell(row) = strings.Join(slices.Insert(all, at, word), ",")
	}
}

func pathOf(loc string) string {
	u, err := url.Parse(loc)
	if err != nil {
		return loc
	}
	return u.EscapedPath()
}

// addressRules are the rules of the check about what sitemaps and pages say of URLs.
const addressRules = "sitemap-*,canonical-dead,canonical-redirect,hreflang-*,robots-*,L*,H*,I*,M*,T*,X*"

func (o *otherSite) check(folder string) []struct{ Rule, File, Message, URL string } {
	var f otherFindings
	o.run(&f, "check", folder, "--json", "--only", addressRules)
	return f.Diagnostics
}

var quotedURL = regexp.MustCompile(`"(https:[^"]*)"`)

// subject returns the path that a finding is about: the first URL of its message, otherwise that of its file.
func (o *otherSite) subject(base, file, message string) string {
	if m := quotedURL.FindStringSubmatch(message); m != nil {
		return pathOf(m[1])
	}
	_, name, _ := strings.Cut(strings.TrimPrefix(filepath.ToSlash(file), filepath.ToSlash(o.top)+"/"), "/")
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".html"), "index")
	for path := range o.got {
		if strings.TrimSuffix(path, "/") == strings.TrimSuffix(pathOf(base)+name, "/") {
			return path
		}
	}
	return file
}

// listed reads a sitemap that was written, and why other pages are not in it.
func (o *otherSite) listed(folder string, p *postSummary, name string, cell func(*truth) *string) (urls []string) {
	read := func(loc string) (io.ReadCloser, error) {
		return os.Open(filepath.Join(o.top, folder, filepath.FromSlash(strings.TrimPrefix(loc, p.Base))))
	}
	for e, err := range sitemap.Walk(p.Base+name, read, sitemap.ReadOptions{}) {
		if err != nil {
			o.t.Fatal(err)
		}
		urls = append(urls, e.Loc)
		o.add(pathOf(e.Loc), cell, "listed")
		if folder == "site" && !e.LastMod.IsZero() {
			o.add(pathOf(e.Loc), func(row *truth) *string { return &row.Date }, e.LastMod.UTC().Format(time.DateOnly))
		}
	}
	for _, x := range p.Excluded {
		o.add(pathOf(x.URL), cell, x.Reason)
	}
	slices.Sort(urls)
	return urls
}

// announced has search engines told of the replaced site: of the pages that its sitemap lists.
func (o *otherSite) announced(listed []string) {
	const key = "0123456789abcdef"
	if err := os.WriteFile(filepath.Join(o.top, "site", key+".txt"), []byte(key), 0o666); err != nil {
		o.t.Fatal(err)
	}
	var said struct {
		Services []struct{ Pending []struct{ URL string } }
	}
	o.run(&said, "notify", "site", "--dry-run", "--json", "--only", "indexnow", "--indexnow-key", key, "--state", filepath.Join(o.top, "told"))
	var urls []string
	for _, s := range said.Services {
		for _, u := range s.Pending {
			urls = append(urls, u.URL)
		}
	}
	slices.Sort(urls)
	if diff := cmp.Diff(listed, urls); diff != "" {
		o.t.Errorf("notify: %s", diff)
	}
}

// repaired repairs the generator's own sitemap.
func (o *otherSite) repaired(post []string, base string) {
	var done, again postSummary
	post = append(post, "repaired", "--repair")
	o.run(&done, post...)
	for _, x := range done.Repairs {
		word := x.Action
		if x.What != "URL" {
			word = x.What
		}
		o.add(pathOf(x.URL), func(row *truth) *string { return &row.Repair }, word)
	}
	if o.run(&again, post...); len(again.Written)+len(again.Repairs) > 0 {
		o.t.Errorf("a second run of post --repair wrote %v: %v", again.Written, again.Repairs)
	}
	for _, d := range o.check("repaired") {
		if d.Rule != "sitemap-missing" || o.got[o.subject(base, d.File, "")].Post != "left-out" {
			o.t.Errorf("the repaired sitemap: %v", d)
		}
	}
}
