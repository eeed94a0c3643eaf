package emit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
)

// TestEnclosuresB6: the facts about our own files come from the files, those about other files from front matter.
func TestEnclosuresB6(t *testing.T) {
	project := tree{
		"hugo.toml":                "baseURL = 'https://e.alt/sub/'\ntitle = 'E'\ndisableKinds = ['section', 'taxonomy', 'term']\n",
		"content/beside/index.md":  "---\ntitle: Beside\ndate: 2025-01-09\nenclosure: Song.WAV\nvideos: [film.webm]\nimages: [pic.png, other.png]\n---\n",
		"content/beside/song.wav":  wave(3),
		"content/beside/pic.png":   png(3, 2),
		"content/beside/film.webm": "no film",
		"content/static.md":        "---\ntitle: Static\ndate: 2025-01-08\naudio: [/talk.mp3, {url: 'https://cdn.alt/b.ogg', type: audio/ogg, length: 77, duration: '1:02:03', title: Two}]\nimage: /i.jpg\n---\n",
		"content/table.md":         "---\ntitle: Table\ndate: 2025-01-07\nenclosures: {src: talk.mp3, length: 1, type: text/plain}\n---\n",
		"content/lacks.md":         "---\ntitle: Lacks\ndate: 2025-01-06\nenclosure: https://cdn.alt/a.mp3\n---\n",
		"content/lacks2.md":        "---\ntitle: Lacks 2\ndate: 2025-01-05\nenclosure:\n  url: https://cdn.alt/a.mp3\n  type: audio/mpeg\n---\n",
		"content/nowhere.md":       "---\ntitle: Nowhere\ndate: 2025-01-04\naudio: gone.mp3\n---\n",
		"content/nothing.md":       "---\ntitle: Nothing\ndate: 2025-01-03\nenclosure: {type: audio/mpeg}\n---\n",
		"content/outside.md":       "---\ntitle: Outside\ndate: 2025-01-02\naudio: 'https://e.alt/other.mp3'\nvideo: 'https://v.alt/watch?v=1'\nimages: ['https://i.alt/x.png']\n---\n",
	}
	_, l := declare(t, project)
	l = l.WithAssets(func(file string) (listing.Asset, bool) {
		switch file {
		case "talk.mp3":
			return listing.Asset{Size: 4321, Type: "audio/mpeg", Duration: 61.6}, true
		case "i.jpg":
			return listing.Asset{Size: 9, Type: "image/jpeg", Width: 40, Height: 30}, true
		}
		return listing.Asset{}, false
	})
	var told []string
	for _, d := range listing.CheckEnclosures(l) {
		told = append(told, fmt.Sprintf("%s:%d %s %s", d.File, d.Line, d.Rule, d.Message))
	}
	want := []string{
		"content/lacks.md:4 B6 enclosure: https://cdn.alt/a.mp3 is left out of the feeds: its length in bytes and type are not known",
		"content/lacks2.md:4 B6 enclosure: https://cdn.alt/a.mp3 is left out of the feeds: its length in bytes is not known",
		"content/nothing.md:4 B6 enclosure: no file URL",
		"content/nowhere.md:4 B6 audio: file not found: https://e.alt/sub/nowhere/gone.mp3",
		"content/outside.md:4 B6 audio: https://e.alt/other.mp3 is left out of the feeds: its length in bytes and type are not known",
	}
	if got := strings.Join(told, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	out, _ := run(t, l, emission.Options{})
	wantMedia := map[string][]string{
		"index.xml": {
			`<enclosure url="https://e.alt/sub/beside/song.wav" length="347" type="audio/wav"/>`,
			`<media:thumbnail url="https://e.alt/sub/beside/pic.png" width="3" height="2"/>`,
			`<media:content url="https://e.alt/sub/beside/film.webm" type="video/webm" medium="video" fileSize="7"/>`,
			`<enclosure url="https://e.alt/sub/talk.mp3" length="4321" type="audio/mpeg"/>`,
			`<media:content url="https://cdn.alt/b.ogg" type="audio/ogg" medium="audio" fileSize="77" duration="3723">`,
			`<media:title type="plain">Two</media:title>`,
			`</media:content>`,
			`<media:thumbnail url="https://e.alt/sub/i.jpg" width="40" height="30"/>`,
			`<enclosure url="https://e.alt/sub/talk.mp3" length="4321" type="audio/mpeg"/>`,
		},
		"feed.json": {
			`"image": "https://e.alt/sub/beside/pic.png"`,
			`"attachments": [{"url": "https://e.alt/sub/beside/song.wav", "mime_type": "audio/wav", "size_in_bytes": 347, "duration_in_seconds": 3}`,
			`{"url": "https://e.alt/sub/talk.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 4321, "duration_in_seconds": 62}`,
		},
	}
	var got []string
	for _, line := range strings.Split(string(out["index.xml"]), "\n") {
		if strings.Contains(line, "enclosure") || strings.Contains(line, "media:") && !strings.Contains(line, "xmlns") {
			got = append(got, line)
		}
	}
	if g, w := strings.Join(got, "\n"), strings.Join(wantMedia["index.xml"], "\n"); g != w {
		t.Errorf("index.xml:\n%s\nwant\n%s", g, w)
	}
	for _, part := range wantMedia["feed.json"] {
		if !strings.Contains(string(out["feed.json"]), part) {
			t.Errorf("feed.json has no %s:\n%s", part, out["feed.json"])
		}
	}
}

// wave is a sound of the given length in seconds, at 100 bytes per second.
func wave(seconds int) string {
	data := strings.Repeat("\x80", 100*seconds-1)
	return "RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x64\x00\x00\x00\x64\x00\x00\x00\x01\x00\x08\x00" +
		"data" + string([]byte{byte(100 * seconds), byte(100 * seconds >> 8), 0, 0}) + data + "\x00" + "\x00\x00\x00"
}

// png is the head of an image.
func png(width, height byte) string {
	return "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00" + string([]byte{width}) + "\x00\x00\x00" + string([]byte{height}) + "\x08\x02\x00\x00\x00"
}
