package html

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// Article returns the part of a document that belongs into a feed: the body of an article, if one is marked
// (itemprop=articleBody); else the longest article of the main content, if that is at least a third of it; else
// the main content. A level 1 heading at the beginning, which repeats the title, is removed.
func Article(doc []byte) string {
	span := mainSpan(doc)
	best := Span{}
	z := html.NewTokenizer(bytes.NewReader(doc))
	type element struct {
		name string
		at   int
		body bool
	}
	var open []element // articles and bodies of articles
	at := 0
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		from := at
		at += len(z.Raw())
		if from < span.From || from >= span.To {
			continue
		}
		switch kind {
		case html.StartTagToken:
			name, attrs := z.TagName()
			n := string(name)
			body := false
			for attrs {
				var k, v []byte
				k, v, attrs = z.TagAttr()
				body = body || string(k) == "itemprop" && strings.Contains(" "+string(v)+" ", " articleBody ")
			}
			if body || n == "article" || len(open) > 0 && open[len(open)-1].name == n {
				if len(open) < maxDepth {
					open = append(open, element{n, at, body})
				}
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if len(open) == 0 || open[len(open)-1].name != string(name) {
				continue
			}
			e := open[len(open)-1]
			open = open[:len(open)-1]
			if e.body {
				return withoutTitle(string(doc[e.at:from]))
			}
			if e.name == "article" && from-e.at > best.To-best.From {
				best = Span{e.at, from}
			}
		}
	}
	if 3*(best.To-best.From) < span.To-span.From {
		best = span
		if end := tagEnd(doc[min(span.From, len(doc)):]); span.From < len(doc) && doc[span.From] == '<' {
			best.From = min(span.From+end, span.To)
		}
	}
	return withoutTitle(string(doc[best.From:best.To]))
}

// withoutTitle removes a level 1 heading if only markup comes before it.
func withoutTitle(fragment string) string {
	z := html.NewTokenizer(strings.NewReader(fragment))
	at, from := 0, -1
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return fragment
		}
		start := at
		at += len(z.Raw())
		switch name, _ := z.TagName(); {
		case kind == html.TextToken && from < 0 && len(bytes.TrimSpace(z.Raw())) > 0:
			return fragment
		case kind == html.StartTagToken && string(name) == "h1" && from < 0:
			from = start
		case kind == html.StartTagToken && from < 0 && (string(name) == "img" || string(name) == "h2"):
			return fragment
		case kind == html.EndTagToken && string(name) == "h1" && from >= 0:
			return fragment[:from] + fragment[at:]
		}
	}
}
