package feeds

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files of testdata")

// golden compares got with testdata/name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// fullFeed and fullItem have a value in every field.
func fullFeed() *Feed {
	f := feed()
	f.ID = "tag:example.org,2025:feed"
	f.Contributors = []Person{{Name: "Dee", Email: "dee@example.org", URL: "https://example.org/dee"}}
	f.Categories = []Category{{Term: "web", Scheme: "https://example.org/tags/", Label: "The Web"}}
	f.Logo = Image{URL: "https://example.org/logo.png", Width: 144, Height: 72}
	f.Icon = "https://example.org/icon.png"
	f.Hubs = []string{"https://hub.example.org/"}
	f.Expired = true
	f.Namespaces = []Namespace{{"itunes", nsItunes}, {"geo", nsGeo}}
	f.Extensions = []Element{
		{Name: "itunes:category", Attrs: []Attr{{"text", "Arts"}}, Children: []Element{{Name: "itunes:category", Attrs: []Attr{{"text", "Books"}}}}},
		{Name: "itunes:explicit", Text: "false"},
		{Name: "itunes:owner", Children: []Element{{Name: "itunes:email", Text: "ann@example.org"}}},
	}
	f.Paging = Paging{
		Archive: true, Current: "https://example.org/feed", PrevArchive: "https://example.org/archive/1",
		NextArchive: "https://example.org/archive/3",
	}
	return f
}

func fullItem() Item {
	return Item{
		URL: "https://example.org/pod/", ID: "tag:example.org,2025:pod", ExternalURL: "https://example.com/elsewhere",
		Title: "An episode", Summary: "<p>Short.</p>", Content: "<p>Long.</p>", Published: day, Updated: day.Add(time.Hour),
		Authors:      []Person{{Name: "Ann (host)", Email: "ann@example.org", URL: "https://example.org/ann"}},
		Contributors: []Person{{Name: "Eve"}},
		Categories:   []Category{{Term: "pod", Scheme: "https://example.org/tags/"}, {Term: "audio", Label: "Audio & Sound"}},
		Language:     "de", Rights: "CC BY 4.0",
		Image: Image{URL: "https://example.org/pod.jpg", Width: 1200, Height: 630},
		Enclosures: []Media{
			{URL: "https://example.org/pod.mp3", Type: "audio/mpeg", Length: 12345, Duration: 90 * time.Second, Title: "MP3"},
			{URL: "https://example.org/pod.ogg", Type: "audio/ogg", Length: 2345, Duration: 90 * time.Second},
		},
		Media: []Media{{
			URL: "https://example.org/pod.webm", Type: "video/webm", Length: 99, Width: 640, Height: 480, Duration: time.Minute,
			Title: "Film & more", Language: "de", Thumbnail: Image{URL: "https://example.org/still.png", Width: 64, Height: 48},
		}},
		Extensions: []Element{{Name: "geo:lat", Text: "48.2"}, {Name: "itunes:title", Text: "An <episode> & more"}},
		Source: &Source{
			Title: "Elsewhere", Self: "https://example.com/feed", Home: "https://example.com/", ID: "https://example.com/feed", Updated: day,
		},
	}
}

func TestFull(t *testing.T) {
	for _, format := range formats {
		got, reported := write(t, format, fullFeed(), fullItem())
		if len(reported) > 0 {
			t.Errorf("%s: %v", format, reported)
		}
		golden(t, "full."+map[Format]string{RSS: "rss", Atom: "atom", JSON: "json"}[format], got)
		validate(t, format, got)
	}
}

// TestFieldsLeftOut: a bad value of a field goes, the item stays.
func TestFieldsLeftOut(t *testing.T) {
	for _, c := range []struct {
		rule    string
		formats []Format
		change  func(*Item)
		lacks   string
	}{
		{"B6", formats, func(i *Item) { i.Enclosures = []Media{{URL: "https://example.org/x.mp3", Type: "audio/mpeg"}} }, "x.mp3"},
		{"B6", formats, func(i *Item) { i.Enclosures = []Media{{URL: "https://example.org/x.mp3", Length: 5}} }, "x.mp3"},
		{"B7", formats, func(i *Item) { i.Enclosures = []Media{{URL: "/x.mp3", Type: "audio/mpeg", Length: 5}} }, "x.mp3"},
		{"B7", formats, func(i *Item) { i.Media = []Media{{URL: "x.png", Type: "image/png"}} }, "x.png"},
		{"J2", []Format{JSON}, func(i *Item) { i.Media = []Media{{URL: "https://example.org/x.png"}} }, "x.png"},
		{"B7", formats, func(i *Item) { i.Image.URL = "x.png" }, "x.png"},
		{"C1", formats, func(i *Item) { i.Language = "en_GB" }, "en_GB"},
		{"B7", []Format{Atom, JSON}, func(i *Item) { i.ExternalURL = "elsewhere" }, "elsewhere"},
	} {
		for _, format := range c.formats {
			i := Item{URL: "https://example.org/a/", Title: "A", Published: day, Content: "<p>x</p>"}
			c.change(&i)
			got, reported := write(t, format, feed(), i)
			if len(reported) != 1 || reported[0].Rule != c.rule || reported[0].Entry != i.URL {
				t.Errorf("%s %s: %v", format, c.rule, reported)
			}
			if strings.Contains(got, c.lacks) || !strings.Contains(got, "https://example.org/a/") {
				t.Errorf("%s %s: %s", format, c.rule, got)
			}
			validate(t, format, got)
		}
	}
}

// TestPeopleB5: one author with a name and a mail is an author, anybody else a dc:creator.
func TestPeopleB5(t *testing.T) {
	for _, c := range []struct {
		people []Person
		want   string
	}{
		{[]Person{{Name: "Ann (x)", Email: "a@b.example"}}, "<author>a@b.example (Ann [x])</author>\n"},
		{[]Person{{Email: "a@b.example"}}, "<dc:creator>a@b.example</dc:creator>\n"},
		{[]Person{{Name: "Ann", Email: "not a mail"}}, "<dc:creator>Ann</dc:creator>\n"},
		{[]Person{{Name: "A", Email: "a@b.example"}, {Name: "B"}}, "<dc:creator>A</dc:creator>\n<dc:creator>B</dc:creator>\n"},
		{[]Person{{}}, ""},
	} {
		got, _ := write(t, RSS, feed(), Item{URL: "https://example.org/a/", Title: "A", Authors: c.people})
		_, got, _ = strings.Cut(got, "<item>")
		_, got, _ = strings.Cut(got, "</link>\n")
		got, _, _ = strings.Cut(got, "<guid>")
		if got != c.want {
			t.Errorf("%v: %q, not %q", c.people, got, c.want)
		}
	}
}

// TestLogoB8: RSS takes three kinds of pictures.
func TestLogoB8(t *testing.T) {
	for url, want := range map[string]bool{
		"https://example.org/a.png": true, "https://example.org/a.JPG": true, "https://example.org/logo": true, "https://example.org/": true,
		"https://example.org/a.svg": false, "https://example.org/a.webp": false,
	} {
		f := feed()
		f.Logo.URL = url
		got, _ := write(t, RSS, f)
		if strings.Contains(got, "<image>") != want {
			t.Errorf("%s: %s", url, got)
		}
		if found := check(t, got); len(found) > 0 {
			t.Errorf("%s: %v", url, found)
		}
	}
}

// TestZones: RSS knows whole and half hours, RFC 3339 whole minutes.
func TestZones(t *testing.T) {
	nepal := time.Date(2025, 1, 1, 5, 45, 0, 0, time.FixedZone("", 5*3600+45*60))
	lmt := time.Date(2025, 1, 1, 0, 9, 21, 0, time.FixedZone("", 9*60+21))
	for _, c := range []struct {
		format Format
		date   time.Time
		want   string
	}{
		{RSS, nepal, "Wed, 01 Jan 2025 00:00:00 +0000"},
		{Atom, nepal, "2025-01-01T05:45:00+05:45"},
		{Atom, lmt, "2025-01-01T00:00:00Z"},
		{JSON, lmt, "2025-01-01T00:00:00Z"},
	} {
		got, _ := write(t, c.format, feed(), Item{URL: "https://example.org/a/", Title: "A", Published: c.date})
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: no %s in %s", c.format, c.want, got)
		}
	}
}

// TestAddressesL3: characters that are not allowed in a URL are encoded once.
func TestAddressesL3(t *testing.T) {
	for in, want := range map[string]string{
		"https://example.org/a/?b=1&c=%C3%A9#d": "https://example.org/a/?b=1&c=%C3%A9#d",
		"https://example.org/é/[x]|y\\z":        "https://example.org/%C3%A9/%5Bx%5D%7Cy%5Cz",
		"https://[::1]:80/é":                    "https://[::1]:80/%C3%A9",
		"https://münchen.example":               "https://münchen.example",
	} {
		if got := plainURL(in); got != want {
			t.Errorf("%s: %s, not %s", in, got, want)
		}
	}
}

func TestPagingErrors(t *testing.T) {
	for rule, p := range map[string]Paging{
		"P1": {Complete: true, PrevArchive: "https://example.org/1"},
		"P2": {Archive: true},
	} {
		f := feed()
		f.Paging = p
		_, err := NewWriter(&bytes.Buffer{}, Atom, f, Options{})
		if v, ok := err.(Violation); !ok || v.Rule != rule {
			t.Errorf("%s: %v", rule, err)
		}
	}
	f := feed()
	f.Paging.Complete = true
	for _, format := range formats {
		got, _ := write(t, format, f)
		if strings.Contains(got, "<fh:complete/>") != (format != JSON) {
			t.Error(got)
		}
		validate(t, format, got)
	}
}

// TestNewerThanFeedA7: a feed that is older than its items says so.
func TestNewerThanFeedA7(t *testing.T) {
	for _, format := range formats {
		_, reported := write(t, format, feed(), Item{URL: "https://example.org/a/", Title: "A", Published: day.AddDate(1, 0, 0)})
		if len(reported) != 1 || reported[0].Rule != "A7" {
			t.Errorf("%s: %v", format, reported)
		}
	}
}
