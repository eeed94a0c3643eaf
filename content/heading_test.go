package content

import "testing"

func TestHeading(t *testing.T) {
	tests := []struct{ markup, body, want string }{
		{"markdown", "", ""},
		{"markdown", "Text.\n\nMore.\n", ""},
		{"markdown", "Text.\n\n# The *first* `one`\n\n# Two\n", "The first one"},
		{"markdown", "## Closed ##\r\n", "Closed"},
		{"markdown", "# C# and F#\n", "C# and F#"},
		{"markdown", "#no heading\n#hash\n", ""},
		{"markdown", "####### seven\n", ""},
		{"markdown", "#\n# Second\n", "Second"},
		{"markdown", "```\n# code\n```\n~~~~ sh\n# code\n~~~\n~~~~\n   # Real {#id .c}\n", "Real"},
		{"markdown", "    # code\n\nUnder\n=====\n", "Under"},
		{"markdown", "Under lined\n---\n", "Under lined"},
		{"markdown", "- item\n---\n", ""},
		{"markdown", "\n---\n# x\n", "x"},
		{"markdown", "# [A link](http://x.y/z_a_b) and ![pic](a.png) &amp; snake_case _em_ \\*star\\* <b>B</b>\n", "A link and pic & snake_case em *star* B"},
		{"markdown", "# {{< icon x >}} Title\n", "Title"},
		{"html", "<p>x</p>\n<H2 class=\"a\">One <em>two</em>\n&lt;three</H2>", "One two <three"},
		{"html", "<header>x</header>", ""},
	}
	for _, tt := range tests {
		if got, _ := heading([]byte(tt.body), tt.markup); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.body, got, tt.want)
		}
	}
}

func FuzzHeading(f *testing.F) {
	f.Add([]byte("# a *b* [c](d)\n"))
	f.Add([]byte("a\n===\n"))
	f.Add([]byte("```\n# a\n"))
	f.Fuzz(func(_ *testing.T, body []byte) {
		heading(body, "markdown")
		heading(body, "html")
	})
}
