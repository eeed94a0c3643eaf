package webpage

import (
	"testing"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
)

// The title of a frame is that of its video, unless it is one that all players have.
func TestTitlesOfPlayers(t *testing.T) {
	same := func(ref string) string { return ref }
	for title, want := range map[string]string{
		"YouTube video": "", "YouTube video player": "", "vimeo-player": "", "Vimeo video": "", "Embedded video": "", " ": "",
		"A day at sea": "A day at sea", "Video of the flood": "Video of the flood", "日本": "日本", "Player 2": "Player 2", "1984": "1984",
	} {
		for _, src := range []string{"https://www.youtube.com/embed/x", "https://player.vimeo.com/video/1"} {
			v, ok := Video(html.Video{Src: src, Frame: true, Title: title}, "https://example.org/t.png", same)
			if !ok || v.Title != want || v.Player != src {
				t.Errorf("%q: %+v, want title %q", title, v, want)
			}
		}
	}
	if v, _ := Video(html.Video{Src: "https://example.org/f.mp4", Title: "Video player"}, "", same); v.Title != "Video player" {
		t.Errorf("the title of a file: %q", v.Title)
	}
}

// The players of a list of videos and of a channel show no video that is known, so there is no thumbnail to name.
func TestPlayersWithoutVideo(t *testing.T) {
	same := func(ref string) string { return ref }
	for _, src := range []string{
		"https://www.youtube.com/embed/videoseries?list=PL1", "https://www.youtube-nocookie.com/embed/live_stream?channel=C1",
		"https://www.youtube.com/embed?listType=playlist&list=PL1", "https://www.youtube.com/embed/?list=PL1",
	} {
		v, ok := Video(html.Video{Src: src, Frame: true}, "https://example.org/t.png", same)
		if !ok || v.Thumbnail != "" || v.Player != src {
			t.Errorf("%s: %+v", src, v)
		}
	}
}
