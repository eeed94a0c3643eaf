package html

import "testing"

func TestMediaLinks(t *testing.T) {
	for text, want := range map[string]string{
		`<p>audio &amp; <b>video</b></p>`:                                                             `<p>audio &amp; <b>video</b></p>`,
		`<p>a <audio src="https://e.example/a.mp3?b=1&amp;c" controls=""></audio> b</p>`:              `<p>a <a href="https://e.example/a.mp3?b=1&amp;c">a.mp3</a> b</p>`,
		`<video title="A &lt;film>" src=" /f.mp4 "><track src="x">No &amp; player</video>`:            `<a href="/f.mp4">A &lt;film&gt;</a>`,
		`<audio aria-label="Talk"><source src=""><source src="/t.ogg"><source src="/t.mp3"></audio>.`: `<a href="/t.ogg">Talk</a>.`,
		`<video></video><audio src="/a.mp3"/>`:                                                        `<audio src="/a.mp3"/>`,
		`<p><audio src="/open.mp3">to the end`:                                                        `<p><a href="/open.mp3">open.mp3</a>`,
	} {
		if got := MediaLinks(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
