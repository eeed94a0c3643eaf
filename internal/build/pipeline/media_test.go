package pipeline_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/project"
)

// The sitemap says everything that front matter says of videos, names files that are there, and each picture once.
func TestMediaOfPages(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "sitegen.toml", "title = \"T\"\nbaseURL = \"https://example.alt/\"\ndisableKinds = [\"taxonomy\", \"term\", \"rss\", \"home\", \"section\"]\n[discovery]\nimages = \"inline\"\nvideos = \"inline\"\n")
	write(t, dir, "layouts/all.html", `<main>{{ .Content }}{{ with .Params.shown }}<img src="{{ . }}">{{ end }}</main>`)
	for _, file := range []string{"film.mp4", "still.jpg", "sun.jpg", "sun_hu_0123456789abcdef.webp"} {
		write(t, dir, "static/"+file, "x")
	}
	write(t, dir, "content/a.md", `---
title: A
date: 2026-01-01
images: [/sun.jpg, /gone.jpg]
shown: /sun_hu_0123456789abcdef.webp
videos:
- content: /film.mp4
  thumbnail: /still.jpg
  title: Film
  description: About it
  duration: "12:30"
  published: 2026-02-03
  expiration_date: 2027-02-03 10:00:00
  rating: 4.5
  view_count: 12345
  familyFriendly: true
  restriction: {allow: [DE, AT]}
  platform: {deny: tv}
  requires_subscription: no
  live: false
  uploader: {name: Marta, info: /about/}
  tags: [bread]
- {content: /gone.mp4, thumbnail: /still.jpg, title: Gone, description: D}
- {player: "https://player.alt/1", thumbnail: /gone.jpg, title: No picture, description: D}
- {player: "https://player.alt/2", thumbnail: /still.jpg, title: Old, description: D, expires: 2026-01-02}
- {player: "https://player.alt/3", thumbnail: /still.jpg, title: Odd, description: D, rating: many, duration: soon}
---
![here](/still.jpg) ![not](/none.png)
`)
	res := built(t, project.Options{Source: dir, Clock: summer})
	if want := time.Date(2027, 2, 3, 10, 0, 0, 0, time.UTC); !res.NextBuild.Equal(want) { // when Film expires
		t.Errorf("the next build is due %v, want %v", res.NextBuild, want)
	}
	text, err := os.ReadFile(filepath.Join(dir, "public", "sitemap.xml"))
	if err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile(`(?s)<lastmod>.*?</lastmod>(.*?)</url>`).FindStringSubmatch(string(text))[1]
	const want = `<image:image><image:loc>https://example.alt/sun_hu_0123456789abcdef.webp</image:loc></image:image>
<image:image><image:loc>https://example.alt/still.jpg</image:loc></image:image>
<video:video><video:thumbnail_loc>https://example.alt/still.jpg</video:thumbnail_loc><video:title>Film</video:title><video:description>About it</video:description><video:content_loc>https://example.alt/film.mp4</video:content_loc><video:duration>750</video:duration><video:expiration_date>2027-02-03T10:00:00Z</video:expiration_date><video:rating>4.5</video:rating><video:view_count>12345</video:view_count><video:publication_date>2026-02-03T00:00:00Z</video:publication_date><video:tag>bread</video:tag><video:family_friendly>yes</video:family_friendly><video:restriction relationship="allow">DE AT</video:restriction><video:requires_subscription>no</video:requires_subscription><video:uploader info="https://example.alt/about/">Marta</video:uploader><video:platform relationship="deny">tv</video:platform><video:live>no</video:live></video:video>
<video:video><video:thumbnail_loc>https://example.alt/still.jpg</video:thumbnail_loc><video:title>Odd</video:title><video:description>D</video:description><video:player_loc>https://player.alt/3</video:player_loc></video:video>`
	lines := func(s string) []string {
		return strings.Split(strings.NewReplacer("</image:image>", "</image:image>\n", "</video:video>", "</video:video>\n", "\n", "").Replace(s), "\n")
	}
	if diff := cmp.Diff(lines(want), lines(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var found []string
	for _, d := range res.Diagnostics {
		found = append(found, fmt.Sprintf("%s %d:%d %s", d.Rule, d.Line, d.Col, d.Message))
	}
	if diff := cmp.Diff([]string{
		"G2 4:21 images are left out of the sitemap because the files do not exist: https://example.alt/gone.jpg, https://example.alt/none.png",
		"V2 26:101 videos: the page has values that a sitemap can't contain: duration: soon, rating: many",
		"V4 23:14 videos or their pictures are left out of the sitemap because the files do not exist: https://example.alt/gone.mp4, https://example.alt/gone.jpg",
		"V1 24:13 videos are left out of the sitemap because something is missing: https://player.alt/1 (thumbnail)",
		"broken-image 28:21 image \"/none.png\" matches no page or file",
	}, found); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}
