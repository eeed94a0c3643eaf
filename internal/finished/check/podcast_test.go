package check

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// mpegFrames returns frames of MPEG 1 layer III. The third byte has bit rate and sample rate: 0x90 is 128 kbit/s, 0x10 is
// 32 kbit/s, each with 44.1 kHz.
func mpegFrames(n int, third, channels byte) string {
	rate := map[byte]int{0x90: 128_000, 0x10: 32_000}[third]
	frame := append([]byte{0xFF, 0xFB, third, channels}, make([]byte, 144*rate/44_100-4)...)
	return string(bytes.Repeat(frame, n))
}

func picture(t *testing.T, encode func(*bytes.Buffer, image.Image) error, m image.Image) string {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func asPNG(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) }

func asJPEG(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) }

const goodPodcast = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel>
<title>Show</title>
<link>https://pod.dev/</link>
<description>Talk</description>
<language>en-us</language>
<atom:link rel="self" type="application/rss+xml" href="https://pod.dev/show/feed.xml"/>
<itunes:author>Ann</itunes:author>
<itunes:owner><itunes:name>Ann</itunes:name><itunes:email>ann@pod.dev</itunes:email></itunes:owner>
<itunes:image href="https://pod.dev/cover.png"/>
<itunes:category text="Technology"/>
<itunes:explicit>false</itunes:explicit>
<podcast:guid>39b0b221-2880-5a5f-ab73-ad52ee24563c</podcast:guid>
<item>
<title>One</title>
<guid isPermaLink="false">one</guid>
<pubDate>Thu, 01 Jan 2026 00:00:00 +0000</pubDate>
<enclosure url="https://pod.dev/show/one%20a.mp3" length="41700" type="audio/mpeg"/>
<itunes:duration>3</itunes:duration>
<itunes:episode>1</itunes:episode>
<podcast:chapters url="https://pod.dev/one.json" type="application/json+chapters"/>
<podcast:transcript url="https://pod.dev/one.vtt" type="text/vtt"/>
<podcast:person href="https://ann.dev/">Ann</podcast:person>
</item>
<item>
<title>Two</title>
<guid isPermaLink="false">two</guid>
<pubDate>Thu, 01 Jan 2026 00:00:00 +0000</pubDate>
<enclosure url="https://pod.dev/two.m4a" length="4088" type="audio/x-m4a"/>
<itunes:duration>0:02</itunes:duration>
<itunes:episode>2</itunes:episode>
</item>
<item>
<title>Three</title>
<guid isPermaLink="false">three</guid>
<pubDate>Thu, 01 Jan 2026 00:00:00 +0000</pubDate>
<enclosure url="https://cdn.dev/three.mp3" length="7" type="audio/mpeg"/>
<itunes:duration>10</itunes:duration>
<itunes:episode>3</itunes:episode>
</item>
</channel>
</rss>
`

func TestPodcasts(t *testing.T) {
	m4a, err := os.ReadFile("../../assets/media/testdata/a.m4a")
	if err != nil {
		t.Fatal(err)
	}
	square := image.NewRGBA(image.Rect(0, 0, 1400, 1400))
	square.Set(0, 0, color.RGBA{1, 2, 3, 255})
	files := map[string]string{
		"cover.png": picture(t, asPNG, square), "show/one a.mp3": mpegFrames(100, 0x90, 0x64), "two.m4a": string(m4a),
		"one.json": `{"version":"1.2.0","chapters":[{"startTime":0},{"startTime":1.5}]}`, "one.vtt": "WEBVTT",
	}
	for _, c := range []struct {
		name     string
		old, new string // in the feed
		files    map[string]string
		want     []string
	}{
		{name: "nothing"},
		{
			"what directories require", `<itunes:explicit>false</itunes:explicit>`, "", nil,
			[]string{`0 podcast-required: the show has no itunes:explicit`, "Q1"},
		},
		{
			"the author", "<itunes:author>Ann</itunes:author>", "", nil,
			[]string{"0 podcast-recommended: the show has no itunes:author"},
		},
		{
			"the mail of the owner", "<itunes:email>ann@pod.dev</itunes:email>", "", nil,
			[]string{"Q1", "10 podcast-owner: the show has no itunes:owner with itunes:email"},
		},
		{
			"a language of three letters", "en-us", "eng", nil,
			[]string{`7 podcast-language: the language "eng" is not a code of ISO 639 such as en or en-us`},
		},
		{
			"a long description", "Talk", strings.Repeat("x", 4001), nil,
			[]string{"6 podcast-description: the description has 4001 bytes"},
		},
		{
			"no guid of the show", "<podcast:guid>39b0b221-2880-5a5f-ab73-ad52ee24563c</podcast:guid>", "", nil,
			[]string{"0 podcast-guid: the show has no podcast:guid"},
		},
		{
			"a wrong guid of the show", "39b0b221-", "", nil,
			[]string{`14 podcast-guid-invalid: the podcast:guid "2880-5a5f-ab73-ad52ee24563c" is not a UUID`},
		},
		{
			"a small cover", "", "",
			map[string]string{"cover.png": picture(t, asPNG, image.NewRGBA(image.Rect(0, 0, 1400, 1399)))},
			[]string{`11 podcast-cover-size: the cover "https://pod.dev/cover.png" has 1400 × 1399 pixels`},
		},
		{
			"a cover with another name", "", "",
			map[string]string{"cover.png": picture(t, asJPEG, square)},
			[]string{`11 podcast-cover-format: the cover "https://pod.dev/cover.png" is of the type image/jpeg, which its name does not say`},
		},
		{
			"a gray cover", "", "",
			map[string]string{"cover.png": picture(t, asPNG, image.NewGray(square.Rect))},
			[]string{`11 podcast-cover-color: the cover "https://pod.dev/cover.png" has gray colors`},
		},
		{
			"no picture", "", "",
			map[string]string{"cover.png": "GIF89a"},
			[]string{`11 podcast-cover-format: the cover "https://pod.dev/cover.png" is neither a JPEG nor a PNG image`},
		},
		{
			"relative", "https://pod.dev/two.m4a", "/two.m4a", nil,
			[]string{"B6", `30 podcast-url: enclosure: the URL "/two.m4a" is not absolute`},
		},
		{
			"http", "https://pod.dev/two", "http://pod.dev/two", nil,
			[]string{`30 podcast-https: enclosure: the URL "http://pod.dev/two.m4a" uses http`},
		},
		{
			"a file that is gone", "one.vtt", "gone.vtt", nil,
			[]string{`23 podcast-file: podcast:transcript does not exist: "https://pod.dev/gone.vtt"`},
		},
		{
			"a title, an id, and a date", "<title>Two</title>\n<guid isPermaLink=\"false\">two</guid>\n" +
				"<pubDate>Thu, 01 Jan 2026 00:00:00 +0000</pubDate>", "<description>D</description>", nil,
			[]string{
				"B4", "26 podcast-episode-title: the episode has no title",
				`26 podcast-episode-guid: the episode "" has no guid`, `26 podcast-episode-date: the episode "" has no pubDate`,
			},
		},
		{
			"no file", `<enclosure url="https://cdn.dev/three.mp3" length="7" type="audio/mpeg"/>`, "", nil,
			[]string{`34 podcast-enclosure: the item "Three" has no enclosure`},
		},
		{
			"a file twice", "https://cdn.dev/three.mp3", "https://pod.dev/two.m4a", nil,
			[]string{
				`38 podcast-length: the file "https://pod.dev/two.m4a" has 4088 bytes, but its length says "7"`,
				`38 podcast-type: the file "https://pod.dev/two.m4a" is audio/mp4, but its type says "audio/mpeg"`,
				`38 podcast-enclosure-repeated: the file "https://pod.dev/two.m4a" is also that of line 30`,
				"39 podcast-duration: itunes:duration is 0:00:10, but the file is 0:00:02 long",
			},
		},
		{
			"a format that apps do not play", "", "",
			map[string]string{"two.m4a": "fLaC" + strings.Repeat("x", 4084)},
			[]string{`30 podcast-format: the file "https://pod.dev/two.m4a" is audio/flac`},
		},
		{
			"a page of a host instead of the file", "", "",
			map[string]string{"two.m4a": strings.Repeat("<p>", 1362) + ".."},
			[]string{`30 podcast-format: the file "https://pod.dev/two.m4a" is of an unknown type`},
		},
		{
			"a low bit rate", `length="41700"`, `length="41600"`,
			map[string]string{"show/one a.mp3": mpegFrames(400, 0x10, 0x64)},
			[]string{
				`19 podcast-bitrate: the file "https://pod.dev/show/one%20a.mp3" has 32 kbit/s on 2 channels`,
				"20 podcast-duration: itunes:duration is 0:00:03, but the file is 0:00:10 long",
			},
		},
		{
			"the same for one channel", `length="41700"`, `length="41600"`,
			map[string]string{"show/one a.mp3": mpegFrames(400, 0x10, 0xC4)},
			[]string{"20 podcast-duration: itunes:duration is 0:00:03, but the file is 0:00:10 long"},
		},
		{
			"no duration", "<itunes:duration>3</itunes:duration>", "", nil,
			[]string{"15 podcast-duration: the episode has no itunes:duration"},
		},
		{
			"a serial without a number", "<itunes:episode>3</itunes:episode>", "<itunes:type>serial</itunes:type>", nil,
			[]string{"E3"},
		},
		{
			"a number twice", "<itunes:episode>3</itunes:episode>", "<itunes:episode>2</itunes:episode>", nil,
			[]string{`40 podcast-number-repeated: the number "2" is also that of line 32`},
		},
		{
			"a person", `href="https://ann.dev/">Ann`, `href="/ann/">`, nil,
			[]string{
				`24 podcast-person: the podcast:person "" has no name`,
				`24 podcast-person: the podcast:person "/ann/" has a relative href`,
			},
		},
		{
			"chapters after the end", "", "",
			map[string]string{"one.json": `{"version":"1.2.0","chapters":[{"startTime":9}]}`},
			[]string{`22 podcast-chapters: the file "https://pod.dev/one.json" has chapter 1 after the end of the episode`},
		},
		{
			"no chapters", "", "",
			map[string]string{"one.json": `[]`},
			[]string{`22 podcast-chapters: the file "https://pod.dev/one.json" is not valid JSON`},
		},
		{
			"a transcript", `type="text/vtt"`, `type="text/plain"`, nil,
			[]string{`23 podcast-transcript: the type of the transcript "https://pod.dev/one.vtt" is text/vtt, not "text/plain"`},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(files map[string]string) {
				for name, text := range files {
					file := filepath.Join(dir, name)
					if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
			write(files)
			write(c.files)
			feed := strings.Replace(goodPodcast, c.old, c.new, 1)
			if c.old != "" && feed == goodPodcast {
				t.Fatal("the feed does not have", c.old)
			}
			write(map[string]string{"show/feed.xml": feed})
			for _, path := range []string{dir, filepath.Join(dir, "show", "feed.xml")} {
				res, err := Podcasts(path, PodcastOptions{})
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, d := range res.Found {
					if one := d.Rule; strings.HasPrefix(one, "podcast-") {
						got = append(got, fmt.Sprintf("%d %s: %s", d.Line, one, d.Message))
					} else {
						got = append(got, one)
					}
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", path, diff)
				}
			}
		})
	}
}

// A show that is a serial needs numbers, and one without episodes is not accepted.
func TestPodcastNumbersAndNoEpisodes(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ feed, want string }{
		{strings.Replace(strings.Replace(goodPodcast, "<itunes:explicit>", "<itunes:type>Serial</itunes:type>\n<itunes:explicit>", 1),
			"<itunes:episode>3</itunes:episode>", "", 1), "podcast-number"},
		{goodPodcast[:strings.Index(goodPodcast, "<item>")] + "</channel></rss>", "podcast-empty"},
	} {
		if err := os.WriteFile(filepath.Join(dir, "feed.xml"), []byte(c.feed), 0o644); err != nil {
			t.Fatal(err)
		}
		res, err := Podcasts(dir, PodcastOptions{})
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, d := range res.Found {
			if d.Rule == c.want {
				count++
			}
		}
		if count != 1 {
			t.Errorf("%d findings of %s: %v", count, c.want, res.Found)
		}
	}
}

// The examples of the Podcast Index.
func TestGUIDOfShow(t *testing.T) {
	for address, want := range map[string]string{
		"mp3s.nashownotes.com/pc20rss.xml": "917393e3-1b1e-5cef-ace4-edaa54e1f810",
		"podnews.net/rss/":                 "9b024349-ccf0-5f69-a609-6b82873eab3c",
	} {
		if got := feedGUID(address); got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}
