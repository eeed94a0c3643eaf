package html

import (
	"slices"
	"testing"
)

func TestAudio(t *testing.T) {
	for text, want := range map[string][]string{
		`<p>audio</p><video src="a.mp4"><source src="b.mp4"></video>`:                                       nil,
		`<audio controls src=" a.mp3 "></audio><AUDIO src="b.ogg"/>`:                                        {"a.mp3", "b.ogg"},
		`<audio><source src=""><source src="a.opus"><source src="a.mp3"></audio><source src="c.mp3">`:       {"a.opus"},
		`<audio src="a.mp3"><source src="b.mp3"></audio><audio></audio><audio><track src="x"></audio><audi`: {"a.mp3"},
	} {
		if got := Audio(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
