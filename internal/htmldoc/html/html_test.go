package html

import (
	"strings"
	"testing"
)

func TestHead(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		want      Facts
	}{
		{"empty", "", Facts{}},
		{"title", "<!doctype html><html><head><title>\n A &amp;  B </title></head><body><title>C</title>", Facts{Title: "A & B"}},
		{"noindex", `<head><meta name="robots" content="noindex, follow"></head>`, Facts{NoIndex: true}},
		{"none", `<head><META CONTENT=None NAME=Robots>`, Facts{NoIndex: true}},
		{"googlebot", `<meta name="googlebot" content="nofollow,NOINDEX">`, Facts{NoIndex: true}},
		{"index", `<head><meta name="robots" content="index, follow"></head>`, Facts{}},
		{"other meta", `<head><meta name="description" content="noindex"></head>`, Facts{}},
		{"word within", `<head><meta name="robots" content="nonoindex"></head>`, Facts{}},
		{"two", `<head><meta name="robots" content="noindex"><meta name="robots" content="follow"></head>`, Facts{NoIndex: true}},
		{"canonical", `<head><link rel="Canonical foo" href=" /a?b=1&amp;c "></head>`, Facts{Canonical: "/a?b=1&c"}},
		{"first canonical", `<link rel=canonical href=/a><link rel=canonical href=/b>`, Facts{Canonical: "/a"}},
		{"in a comment", `<head><!-- <meta name="robots" content="noindex"> --></head>`, Facts{}},
		{"in a script", `<head><script>"<meta name='robots' content='noindex'>"</script></head>`, Facts{}},
		{"in the body", `<head></head><body><meta name="robots" content="noindex">`, Facts{}},
		{"no head element", `<p>text<meta name="robots" content="noindex">`, Facts{}},
		{"text about it", `<html><body><p>Use noindex and rel=canonical in robots</p>`, Facts{}},
	} {
		if got, _ := readHead([]byte(c.doc)); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
		says := Directives([]byte(c.doc))
		noIndex, canonical := says.NoIndex, says.Canonical
		inBody := c.name == "in the body" || c.name == "no head element" // crawlers obey these, too
		if noIndex != (c.want.NoIndex || inBody) || canonical != c.want.Canonical {
			t.Errorf("%s: Directives: %v, %q", c.name, noIndex, canonical)
		}
	}
}

func TestContainsFold(t *testing.T) {
	for _, c := range []struct {
		doc  string
		want bool
	}{
		{"noindex", true}, {"NOINDEX", true}, {"a NoIndeX b", true}, {"xnoindex", true}, {"x x noinde", false}, {"noinde", false}, {"", false}, {"oindex", false},
	} {
		if got := containsFold([]byte(c.doc), "noindex", 'x'); got != c.want {
			t.Errorf("%q: %v", c.doc, got)
		}
	}
}

func BenchmarkDirectives(b *testing.B) {
	body := strings.Repeat("<p>A paragraph of a page, with <em>some</em> markup, as they come, boxed.</p>\n", 200)
	for name, head := range map[string]string{"none": "<head><title>x</title>", "canonical": `<head><title>x</title><meta name="description" content="a"><link rel="canonical" href="https://example.org/">`} {
		doc := []byte("<!doctype html><html>" + head + "</head><body>" + body)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				Directives(doc)
			}
		})
	}
}
