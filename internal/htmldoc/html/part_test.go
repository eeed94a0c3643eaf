package html

import "testing"

func TestPart(t *testing.T) {
	const page = `<h1 id="t">T</h1><p id="^a">One <a href="#b">b</a></p><h2 id="b">B</h2><p>Two <a href="#c">c</a> <a href="/x/#y">x</a></p>` +
		`<h3 id="c">C</h3><ul><li id="^i">item <b>x</b></li></ul><h2 id="d">D</h2><p>Three</p>`
	for _, tt := range []struct{ id, want string }{
		{"", `<p id="e-^a">One <a href="#e-b">b</a></p><h2 id="e-b">B</h2><p>Two <a href="#e-c">c</a> <a href="/x/#y">x</a></p><h3 id="e-c">C</h3><ul><li id="e-^i">item <b>x</b></li></ul><h2 id="e-d">D</h2><p>Three</p>`},
		{"^a", `<p id="e-^a">One <a href="/p/#b">b</a></p>`},
		{"b", `<h2 id="e-b">B</h2><p>Two <a href="#e-c">c</a> <a href="/x/#y">x</a></p><h3 id="e-c">C</h3><ul><li id="e-^i">item <b>x</b></li></ul>`},
		{"^i", `item <b>x</b>`},
	} {
		if got, ok := Part(page, tt.id, "e-", "/p/"); !ok || got != tt.want {
			t.Errorf("%q: %v\n%s\nwant\n%s", tt.id, ok, got, tt.want)
		}
	}
	if got, ok := Part(page, "nothing", "e-", ""); ok {
		t.Errorf("an id that nothing has: %q", got)
	}
}
