package html

import (
	"fmt"
	"strings"
	"testing"
)

// heads are such as plainHead reads, and such as it leaves to the tokenizer.
var heads = []struct {
	doc   string
	plain bool
}{
	{`<!DOCTYPE html><html lang="en"><head><meta charset=utf-8><title>A <b> & c</title><link rel="canonical" href="https://example.org/"></head><body>`, true},
	{`<head><META NAME='robots' content="NoIndex, follow"/><link href=/a rel="x Canonical"><script async src="a.js">a<b;</script><style>b>c{}</style></head>`, true},
	{`<!-- a comment --><meta name=googlebot content=none><p><meta name=robots content=noindex>`, true},
	{`<link rel=canonical href=" /a "><link rel=canonical href=/b>`, true},
	{`plain text`, true},
	{`<link rel="alternate" type="application/rss&#43;xml" href="/a?b&amp;c"><meta name=description content="a &amp; b"><link rel=canonical href=/a>`, true},
	{`<meta name=robots content="no&#105;ndex"><link rel=canonical href=/a>`, false},
	{`<link rel="can&#111;nical" href=/a>`, false},
	{`<link rel=canonical href="/a?b&amp;c">`, false},
	{`<link rel = canonical href=/a>`, false},
	{`<script><!-- <script> </script> --></script><link rel=canonical href=/a>`, false},
	{`<noscript><link rel=canonical href=/a></noscript>`, false},
	{`<!--> <link rel=canonical href=/a> -->`, false},
	{`<title/><link rel=canonical href=/a></title><link rel=canonical href=/b>`, false},
	{`<link rel=canonical href=/a`, false},
	{`<meta http-equiv="refresh" content="0; url=/b"><link rel="canonical" href="/a">`, true},
	{"<link rel=canonical href=\"a\r\nb\">", false},
	{`<link rel rel=canonical href=/a>`, false},
	{`<meta name=robots name=author content=noindex>`, false},
}

func TestPlainHead(t *testing.T) {
	for _, c := range heads {
		if _, _, ok := plainHead([]byte(c.doc)); ok != c.plain {
			t.Errorf("%s\nread: %v", c.doc, ok)
		}
		samePlain(t, c.doc)
	}
}

func FuzzPlainHead(f *testing.F) {
	for _, c := range heads {
		f.Add(c.doc)
	}
	f.Fuzz(func(t *testing.T, doc string) { samePlain(t, doc) })
}

// samePlain checks that a head is read as by the tokenizer, if it is read.
func samePlain(t *testing.T, doc string) {
	t.Helper()
	got, body, ok := plainHead([]byte(doc))
	want, rest := readHead([]byte(doc))
	want.Title = ""
	if ok && (got != want || string(body) != string(rest)) {
		t.Errorf("%q\n got %+v %q\nwant %+v %q", doc, got, body, want, rest)
	}
	want.inBody(rest)
	if strings.Contains(doc, "canonical") {
		if says := Directives([]byte(doc)); says.NoIndex != want.NoIndex || says.Canonical != want.Canonical || says.Refresh != want.Refresh {
			t.Errorf("%q\n got %+v\nwant %+v", doc, says, want)
		}
	}
}

// A page says something to crawlers in its text, too.
func TestDirectivesInBody(t *testing.T) {
	head := `<html><head><title>t</title><link rel=canonical href=/a></head><body><p>x</p>`
	for _, c := range []struct{ body, want string }{
		{`<p>none</p>`, "false "},
		{`<meta name="robots" content="noindex">`, "true "},
		{`<main><mark></mark><META NAME=robots CONTENT=none></main>`, "true "},
		{`<div><meta http-equiv="refresh" content="0; url=/b"></div>`, "false /b"},
		{`<!-- <meta name=robots content=noindex> --><pre>&lt;meta name=robots content=noindex></pre>`, "false "},
		{`<script>"<meta name=robots content=noindex>"</script><textarea><meta name=robots content=noindex></textarea>`, "false "},
		{`<template><meta name=robots content=noindex></template><noscript><meta http-equiv=refresh content="0;url=/b"></noscript>`, "false "},
		{`<link rel=canonical href=/b><meta name=googlebot content="NOINDEX">`, "true "},
	} {
		for _, doc := range []string{head + c.body, `<base href = "/">` + head + c.body} {
			f := Directives([]byte(doc))
			if got := fmt.Sprint(f.NoIndex, " ", f.Refresh.URL); got != c.want || f.Canonical != "/a" {
				t.Errorf("%s: %q, canonical %q", doc, got, f.Canonical)
			}
		}
	}
}
