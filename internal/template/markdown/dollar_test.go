package markdown

import (
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
)

func TestDollars(t *testing.T) {
	math := func(mode string, inline ...[2]string) *Converter {
		return newConverter(t, func(o *markup.Options) {
			o.Goldmark.Extensions.Passthrough = markup.Passthrough{Enable: true, Block: [][2]string{{"$$", "$$"}}, Inline: inline, Dollars: mode}
		})
	}
	formula := everyHook(func(hook any) ([]byte, bool, error) {
		h, ok := hook.(PassthroughHook)
		return []byte("[" + h.Type + " " + h.Inner + "]"), ok, nil
	})
	warn, pandoc := math(markup.WarnDollars, [2]string{`\(`, `\)`}), math(markup.PandocDollars, [2]string{"$", "$"})
	for _, tt := range []struct{ src, plain, formula, warning string }{
		{"Let $x$ be.", "Let $x$ be.", "Let [inline x] be.", "f.md:1:5"},
		{"a\n$e^{i\\pi}$ b $y$", "a\n$e^{i\\pi}$ b $y$", "a\n[inline e^{i\\pi}] b [inline y]", "f.md:2:1"},
		{"$5 and $6", "$5 and $6", "$5 and $6", ""},
		{"from $5,000/$6,000 on", "from $5,000/$6,000 on", "from $5,000/$6,000 on", ""},
		{"US$ and A$ too", "US$ and A$ too", "US$ and A$ too", ""},
		{"`$x$` and \\$x$", "<code>$x$</code> and $x$", "<code>$x$</code> and $x$", ""},
		{"US$5–$10, costs $5/month or $50/year", "US$5–$10, costs $5/month or $50/year", "US$5–$10, costs $5/month or $50/year", ""},
		{"it is 5$, not 10$.", "it is 5$, not 10$.", "it is 5$, not 10$.", ""},
		{"($5)/($10), $1.5M→$2M", "($5)/($10), $1.5M→$2M", "($5)/($10), $1.5M→$2M", ""},
		{"$a/$b, $x:$y, ($p,$q)", "$a/$b, $x:$y, ($p,$q)", "$a/$b, $x:$y, ($p,$q)", ""},
		{"$foo=$bar, \"$a\"/\"$b\"", "$foo=$bar, &ldquo;$a&rdquo;/&quot;$b&quot;", "$foo=$bar, &ldquo;$a&rdquo;/&quot;$b&quot;", ""},
		{"$5 or `$HOME`", "$5 or <code>$HOME</code>", "$5 or <code>$HOME</code>", ""},
		{"[$a](/x) and [$b](/y)", `<a href="/x">$a</a> and <a href="/y">$b</a>`, `<a href="/x">$a</a> and <a href="/y">$b</a>`, ""},
		{"[$x$](/a$b$)", `<a href="/a$b$">$x$</a>`, `<a href="/a$b$">[inline x]</a>`, "f.md:1:2"},
		{"the $n$th of $k$-means, $x$,$y$", "the $n$th of $k$-means, $x$,$y$", "the [inline n]th of [inline k]-means, [inline x],[inline y]", "f.md:1:5"},
		{"2$\\times$ **$z$** ($x<y$)", "2$\\times$ <strong>$z$</strong> ($x&lt;y$)", "2[inline \\times] <strong>[inline z]</strong> ([inline x<y])", "f.md:1:2"},
		{"$ echo $HOME", "$ echo $HOME", "$ echo $HOME", ""},
		{"$HOME and $PATH", "$HOME and $PATH", "$HOME and $PATH", ""},
		{"$a and b$", "$a and b$", "[inline a and b]", ""},
		{"$$x$$", "[block x]", "[block x]", ""},
	} {
		for c, want := range map[*Converter]string{warn: tt.plain, pandoc: tt.formula} {
			out, err := c.Convert(Input{Source: tt.src, File: "f.md", Line: 1, Hooks: formula})
			if err != nil {
				t.Fatal(err)
			}
			html := strings.NewReplacer("<p>", "", "</p>", "").Replace(strings.TrimSpace(out.HTML))
			if html != want {
				t.Errorf("%q: got %q, want %q", tt.src, html, want)
			}
			warning := ""
			if len(out.Warnings) > 0 {
				warning, _, _ = strings.Cut(out.Warnings[0].Error(), ": ")
			}
			if c == warn && (warning != tt.warning || len(out.Warnings) > 1) || c == pandoc && warning != "" {
				t.Errorf("%q: warnings %v, want %q", tt.src, out.Warnings, tt.warning)
			}
		}
	}
}
