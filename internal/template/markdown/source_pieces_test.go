package markdown

import (
	"strings"
	"testing"
)

// TestMixed checks the positions of raw HTML after calls of several lines, a divider, and output of templates.
func TestMixed(t *testing.T) {
	const body = "One <b>.\n{{< in\n  x >}}\ninner\n{{< /in >}} é<i>\n\nBefore.\n<!--more-->\n\n\n  Rest <u>.\n\n{{% made %}}\n\nLast <s>.\n"
	parts, err := ParseShortcodes("a.md", 5, body, fakeTemplates)
	if err != nil {
		t.Fatal(err)
	}
	parts, divided := MarkDivider(parts)
	if !divided {
		t.Error("no divider")
	}
	var m Mixed
	var holes Holes
	for _, p := range parts {
		switch {
		case p.Call == nil:
			m.Add(p)
		case p.Call.Percent:
			m.AddOutput(p.Call, "a\n\nb\n\n<div>\n\n")
		default:
			m.AddOutput(p.Call, holes.Add("<p>x</p>\n<p>y</p>"))
		}
	}
	out, err := newConverter(t, nil).Convert(Input{File: "a.md", Line: 5, Source: m.String(), Pieces: m.Pieces()})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range out.Warnings {
		got = append(got, strings.TrimSuffix(w.Error(), ": raw HTML was left out"))
	}
	want := "a.md:5:5 a.md:9:14 a.md:15:8 a.md:17:1 a.md:19:6"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got %s\nwant %s\nof %q", s, want, m.String())
	}
}

func TestWarningOfTemplateText(t *testing.T) {
	out, err := newConverter(t, nil).Convert(Input{File: "a.md", Source: "x <b>y</b>"})
	if err != nil {
		t.Fatal(err)
	}
	want := `a.md: raw HTML was left out in the text "x <b>y</b>" of a template`
	if len(out.Warnings) != 1 || out.Warnings[0].Error() != want {
		t.Errorf("got %v, want %s", out.Warnings, want)
	}
}
