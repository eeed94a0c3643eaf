package mkdocs

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/testing/cputime"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// The characters are those of Twemoji's list in PyMdown Extensions 9.5.
func TestEmoji(t *testing.T) {
	for name, want := range map[string]string{
		"smile": "1f604", "flag_de": "1f1e9 1f1ea", "england": "1f3f4 e0067 e0062 e0065 e006e e0067 e007f",
		"man_astronaut_tone3": "1f468 1f3fd 200d 1f680", "one": "31 20e3", "thumbsup_tone2": "1f44d 1f3fc",
		"woman_lifting_weights_tone1":         "1f3cb 1f3fb 200d 2640 fe0f",
		"couple_with_heart_woman_woman_tone5": "1f469 1f3ff 200d 2764 fe0f 200d 1f469 1f3ff",
		"people_holding_hands_tone1_tone2":    "1f9d1 1f3fb 200d 1f91d 200d 1f9d1 1f3fc",
		"raised_hand_medium_light_skin_tone":  "270b 1f3fc",
		"tone3":                               "1f3fd", "flag_deu": "", "smile_tone9": "", "nothing_tone1": "",
	} {
		var got []string
		for _, c := range emojiOf(name) {
			got = append(got, fmt.Sprintf("%x", c))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s = %q, want %q", name, s, want)
		}
	}
}

// Pairs of starts without ends, and of constructs in each other, take linear time.
func TestHostilePairs(t *testing.T) {
	race.Skip(t, "one goroutine")
	config := map[string]any{"markdown_extensions": []any{
		"extra", "admonition", "pymdownx.tilde", "pymdownx.caret", "pymdownx.mark", "pymdownx.critic", "pymdownx.keys",
		"pymdownx.emoji", "pymdownx.tasklist", "pymdownx.inlinehilite", "pymdownx.fancylists", "pymdownx.snippets",
		map[string]any{"pymdownx.magiclink": map[string]any{
			"repo_url_shortener": true, "repo_url_shorthand": true, "user": "me", "repo": "it",
		}},
	}}
	parts := []string{
		"`", "```", "~~~ x\n", "~", "<div>", "<div markdown>", "<summary>", "</div>", "[", "](", "https://github.com/a/b ",
		"https://e.alt/[", ":a", "(", "<a", "{==", "++a", "$", "*", "\n\n    <p>", "- [x]", "| ", "@a", "*[A]: b\n", "A ",
		"!!! note \"\"\n    ", "\n> ", "<center>", "{ .a",
	}
	for _, a := range parts {
		for _, b := range parts {
			text := func(n int) string { return strings.Repeat(a+b, n/len(a+b)) }
			took := spent(func() { page(config, text(16<<10), nil) })
			if took.Seconds() < 0.1 {
				continue // what is quadratic takes longer
			}
			if more := spent(func() { page(config, text(64<<10), nil) }); more > 10*took {
				t.Errorf("%q: 16 kB take %v, and 64 kB %v", a+b, took, more)
			}
		}
	}
}

// spent returns the CPU time that a function takes.
func spent(f func()) time.Duration {
	from := cputime.Used()
	f()
	return cputime.Used() - from
}

// All icons that sitegen contains are drawn, and so are files with comments.
func TestInlined(t *testing.T) {
	for name := range byName() {
		if svg := inlined(contained(name)); !strings.HasPrefix(svg, "<svg ") || !strings.HasSuffix(svg, "</svg>") {
			t.Errorf("%s: %q", name, svg)
		}
	}
	for text, drawn := range map[string]bool{
		`<!DOCTYPE svg><svg viewBox="0 0 1 1"><!-- a <! --><path d="M0"/></svg>`: true,
		`<svg><!ENTITY a "b"></svg>`:    false,
		`<svg><script>a</script></svg>`: false,
	} {
		if got := inlined(text); (got != "") != drawn {
			t.Errorf("%s: %q", text, got)
		}
	}
}
