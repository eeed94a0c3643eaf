package pipeline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// podcastSite writes a site whose section show is a podcast.
func podcastSite(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	sound, err := os.ReadFile("../../assets/media/testdata/a.mp3")
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "sitegen.toml", `title = "Notes"
baseURL = "https://example.alt/"
theme = "blog"
[params]
author = "Ann"
[discovery]
lastmod = ["lastmod", ":page"]
`)
	write(t, dir, "static/cover.png", "\x89PNG\r\n\x1a\n")
	write(t, dir, "content/show/_index.md", `---
title: The Show
description: Talk & more
feeds:
  podcast:
    image: /cover.png
    owner: {name: Ann Owner, email: ann@example.org}
    category: [Technology, Arts > Books]
    explicit: false
    type: serial
    guid: 917393E3-1B1E-5CEF-ACE4-EDAA54E1F810
    locked: true
    funding: {url: "https://example.alt/give", text: Give & take}
---
`)
	write(t, dir, "content/show/one/index.md", `---
title: "S1E1: The <first>"
date: 2026-01-01
enclosure: talk.mp3
podcast:
  episode: 1
  season: 1
  title: The first
  type: full
  explicit: true
  image: /cover.png
  transcript: talk.vtt
  chapters: chapters.json
---
Text.
`)
	write(t, dir, "content/show/one/talk.mp3", string(sound))
	write(t, dir, "content/show/one/talk.vtt", "WEBVTT\n")
	write(t, dir, "content/show/one/chapters.json", "{}")
	write(t, dir, "content/show/elsewhere.md", `---
title: Elsewhere
date: 2026-01-02
enclosure: {url: "https://cdn.alt/b.mp3", length: 77, type: audio/mpeg, duration: "1:02:03"}
---
`)
	write(t, dir, "content/show/beside/index.md", "---\ntitle: Beside\ndate: 2026-01-03\n---\n")
	write(t, dir, "content/show/beside/talk.mp3", string(sound))
	write(t, dir, "static/heard.mp3", string(sound))
	write(t, dir, "layouts/_shortcodes/audio.html", `<audio controls><source src="/heard.mp3"></audio>`)
	write(t, dir, "content/show/heard.md", "---\ntitle: Heard\ndate: 2026-01-04\n---\n{{< audio >}}\n")
	write(t, dir, "content/show/silent.md", "---\ntitle: Silent\ndate: 2026-01-05\npodcast: {episode: 5}\n---\n")
	return dir
}

const podcastShow = `<itunes:author>Ann</itunes:author>
<itunes:owner>
<itunes:name>Ann Owner</itunes:name>
<itunes:email>ann@example.org</itunes:email>
</itunes:owner>
<itunes:image href="https://example.alt/cover.png"/>
<itunes:category text="Technology"/>
<itunes:category text="Arts">
<itunes:category text="Books"/>
</itunes:category>
<itunes:explicit>false</itunes:explicit>
<itunes:type>serial</itunes:type>
<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>
<podcast:locked owner="ann@example.org">yes</podcast:locked>
<podcast:funding url="https://example.alt/give">Give &amp; take</podcast:funding>
`

// playedBy returns the parts of a feed's items that players use.
func playedBy(feed string) map[string]string {
	out := map[string]string{}
	for item := range strings.SplitSeq(feed, "<item>\n") {
		_, title, ok := strings.Cut(item, "<title>")
		title, rest, _ := strings.Cut(title, "</title>")
		if !ok || strings.Contains(item, "<channel>") {
			continue
		}
		var lines []string
		for line := range strings.SplitSeq(rest, "\n") {
			for _, tag := range []string{"<enclosure", "<itunes:", "<podcast:"} {
				if strings.HasPrefix(line, tag) {
					lines = append(lines, line)
				}
			}
		}
		out[title] = strings.Join(lines, "\n")
	}
	return out
}

func TestPodcast(t *testing.T) {
	dir := podcastSite(t)
	buildIn(t, dir, true)
	read := func(file string) string {
		text, err := os.ReadFile(filepath.Join(dir, "public", file))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	feed := read("show/index.xml")
	if head, _, _ := strings.Cut(feed, "<item>"); !strings.Contains(head, podcastShow) || !strings.Contains(head, `xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"`) {
		t.Errorf("want %s in %s", podcastShow, head)
	} else if !strings.Contains(head, "<title>The Show</title>") {
		t.Errorf("the show is not called by its name in %s", head)
	}
	want := map[string]string{
		"S1E1: The &#x3C;first&gt;": `<enclosure url="https://example.alt/show/one/talk.mp3" length="3337" type="audio/mpeg"/>
<itunes:title>The first</itunes:title>
<itunes:duration>2</itunes:duration>
<itunes:season>1</itunes:season>
<itunes:episode>1</itunes:episode>
<itunes:episodeType>full</itunes:episodeType>
<itunes:explicit>true</itunes:explicit>
<itunes:image href="https://example.alt/cover.png"/>
<podcast:transcript url="https://example.alt/show/one/talk.vtt" type="text/vtt"/>
<podcast:chapters url="https://example.alt/show/one/chapters.json" type="application/json+chapters"/>`,
		"Elsewhere": `<enclosure url="https://cdn.alt/b.mp3" length="77" type="audio/mpeg"/>
<itunes:duration>3723</itunes:duration>`,
		"Beside": `<enclosure url="https://example.alt/show/beside/talk.mp3" length="3337" type="audio/mpeg"/>
<itunes:duration>2</itunes:duration>`,
		"Heard": `<enclosure url="https://example.alt/heard.mp3" length="3337" type="audio/mpeg"/>
<itunes:duration>2</itunes:duration>`,
		"Silent": "",
	}
	if diff := cmp.Diff(want, playedBy(feed)); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	for _, file := range []string{"show/index.xml", "index.xml", "atom.xml", "feed.json"} {
		found, err := feeds.Validate(strings.NewReader(read(file)), feeds.ValidateOptions{Now: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)})
		if err != nil || len(found) > 0 {
			t.Errorf("%s: %v %v", file, found, err)
		}
		if file != "show/index.xml" && (strings.Contains(read(file), "itunes") || strings.Contains(read(file), "heard.mp3\" length")) {
			t.Errorf("%s is a podcast", file)
		}
	}
}

// With [feeds] audio, every feed has the audio of pages, in all formats, whichever build wrote it; if the text no
// longer plays it, the feed no longer has it.
func TestSoundOfPagesInFeeds(t *testing.T) {
	dir := podcastSite(t)
	config, _ := os.ReadFile(filepath.Join(dir, "sitegen.toml"))
	for _, step := range []struct{ what, file, text string }{
		{"the first build", "sitegen.toml", string(config) + "[feeds]\naudio = true\n"},
		{what: "nothing"},
		{"another file", "static/heard.mp3", "ID3"},
		{"the text plays it no more", "content/show/heard.md", "---\ntitle: Heard\ndate: 2026-01-04\n---\n"},
		{"front matter of an episode", "content/show/elsewhere.md", "---\ntitle: Elsewhere\ndate: 2026-01-02\n---\n"},
		{"not a podcast", "content/show/_index.md", "---\ntitle: The Show\n---\n"},
	} {
		if step.file != "" {
			write(t, dir, step.file, step.text)
		}
		clean := testsite.Temp(t, dir)
		buildIn(t, dir, false)
		buildIn(t, clean, true)
		for file, heard := range map[string]string{
			"index.xml": `<enclosure url="https://example.alt/heard.mp3"`, "atom.xml": `href="https://example.alt/heard.mp3"`,
			"feed.json": `"url": "https://example.alt/heard.mp3"`, "show/index.xml": `<enclosure url="https://example.alt/heard.mp3"`,
		} {
			got, err := os.ReadFile(filepath.Join(dir, "public", file))
			if err != nil {
				t.Fatal(err)
			}
			want, _ := os.ReadFile(filepath.Join(clean, "public", file))
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s: %s (-clean +warm):\n%s", step.what, file, diff)
			}
			if has := strings.Contains(string(got), heard); has != (step.file == "" || step.file == "sitegen.toml" || step.file == "static/heard.mp3") {
				t.Errorf("%s: %s has the sound: %v", step.what, file, has)
			}
		}
	}
}

// Values that can't be used are reported with their position, and their feed or item stays without them.
func TestWrongPodcasts(t *testing.T) {
	dir := podcastSite(t)
	write(t, dir, "content/show/_index.md", "---\ntitle: The Show\nfeeds:\n  podcast: {owner: ann, categry: Arts, guid: x, locked: 1, image: gone.jpg, type: daily, funding: here}\n---\n")
	write(t, dir, "content/show/one/index.md", "---\ntitle: One\ndate: 2026-01-01\nenclosure: talk.mp3\npodcast: {episode: first, seasn: 1, type: half, transcript: gone.vtt, explicit: maybe}\n---\n")
	res := built(t, project.Options{Source: dir, Clock: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), NoCache: true})
	var got []string
	for _, d := range res.Diagnostics {
		got = append(got, strings.TrimSuffix(d.Error()+"; "+d.Hint, "; "))
	}
	want := []string{
		`content/show/_index.md:4: feeds.podcast.categry is not a podcast setting: it is ignored; did you mean "category"?`,
		`content/show/_index.md:4: feeds.podcast.funding requires an absolute URL, not "here": it is ignored; write it as {url: "https://…", text: "Support the show"}`,
		`content/show/_index.md:4: feeds.podcast.guid must be a UUID, not "x": it is ignored; podcastindex.org shows the UUID of each podcast that it lists`,
		`content/show/_index.md:4: feeds.podcast.locked must be true or false, not 1: it is ignored`,
		`content/show/_index.md:4: feeds.podcast.owner requires the email address of the owner, not "ann": it is ignored; write it as {name: "Ann", email: "ann@example.org"}`,
		`content/show/_index.md:4: feeds.podcast.type must be episodic or serial, not "daily": it is ignored`,
		`content/show/_index.md:4: podcast.image: file not found: gone.jpg; put it next to the page or in a static folder`,
		`content/show/_index.md:4: podcast.owner is missing: directories send the code that proves who owns the show to this address; write owner: {name: "Ann", email: "ann@example.org"}`,
		`content/show/one/index.md:5: podcast.episode must be a whole number from 1, not "first"`,
		`content/show/one/index.md:5: podcast.explicit must be true or false, not "maybe"`,
		`content/show/one/index.md:5: podcast.seasn is not a setting of an episode; did you mean "season"?`,
		`content/show/one/index.md:5: podcast.type must be full, trailer or bonus, not "half"`,
		`content/show/one/index.md:5: podcast.transcript: file not found: gone.vtt; put it next to the page or in a static folder`,
		`content/show/silent.md: show/index.xml: the item has no audio file, so podcast apps do not show it: put one next to its text`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
