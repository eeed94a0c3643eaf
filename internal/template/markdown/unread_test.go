package markdown

import (
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
)

func TestUnread(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) {
		o.Unread = markup.Unread{
			Emoji: true, Mark: true, Superscript: true, Subscript: true, Advice: "do it", Callout: true, WikiLinks: "do it",
		}
	})
	for src, want := range map[string]string{
		"Hi :smile:, :wave: :smile:": "f.md:1:4 extras-emoji",
		"==a== and ==b c==.":         "f.md:1:1 extras-mark",
		"a\nx^2^ and (a)^n^":         "f.md:2:2 extras-superscript",
		"H~2~O":                      "f.md:1:2 extras-subscript",
		"[[Big page|a]], [[b]]":      "f.md:1:1 wiki-link",
		"!!! note \"Hi\"\n    a":     "f.md:1:1 callout",
		"a\n\n:::tip[Title]\nb\n:::": "f.md:3:1 callout",
		"[TOC]\n\na":                 "f.md:1:1 contents",
		"a\n\n[[_TOC_]]\n":           "f.md:3:1 contents",
		"[[toc]]\nb [TOC]":           "f.md:1:1 contents",
		"[TOC](/a), [toc], a [TOC]":  "",
		"> ::: danger\n> b":          "f.md:1:3 callout",
		"`[[a]]`, [[1]], a[[b]], [[a]](b), [[c]]\n\n[c]: d": "",
		"a !!! note, ::: , !!! Hi, :::notes, !!!":           "",
		"10:30:45, 1:100:2, ::smile:, :no-such-one:":        "",
		"http://a.alt:smile:8/ `:smile:` \\:smile:":         "",
		"a==b==c, a == b == c, ==, ======, x=1==y":          "",
		"2^10 and a^b, [^1]^2^, ^up^":                       "",
		"~/a and ~/b, about ~5 to ~6, ~~a~~, b~~c~~":        "",
		"[a](/x^2^) <b title=':smile:'>":                    "",
	} {
		out, err := c.Convert(Input{Source: src, File: "f.md", Line: 1})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range out.Warnings {
			if strings.HasPrefix(d.Rule, "extras-") || d.Rule == "wiki-link" || d.Rule == "callout" || d.Rule == "contents" {
				place, _, _ := strings.Cut(d.Error(), ": ")
				got = append(got, place+" "+d.Rule)
				if d.Hint != "do it" && !strings.HasPrefix(d.Hint, "write > [!") && d.Rule != "contents" {
					t.Errorf("%q: hint %q", src, d.Hint)
				}
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}
