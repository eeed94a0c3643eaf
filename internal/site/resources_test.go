package site_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestResources(t *testing.T) {
	s := good(t, `
-- hugo.toml --
disableKinds = ["rss", "taxonomy", "term"]
[languages.en]
weight = 1
[languages.de]
weight = 2
[languages.fr]
weight = 3
-- content/_index.md --
-- content/root.txt --
x
-- content/trip/index.md --
---
resources:
- src: "*.png"
  name: pic-:counter
  title: Picture :counter
  params: {Credit: me}
- src: "docs/**"
  title: A document
- src: "**"
  title: The rest
---
-- content/trip/index.de.md --
---
build: {publishResources: false}
---
-- content/trip/index.fr.md --
-- content/trip/b.png --
x
-- content/trip/a.png --
x
-- content/trip/a.de.png --
x
-- content/trip/docs/x.pdf --
x
-- content/trip/note.md --
---
title: Note
---
-- content/trip/note.fr.md --
---
title: Remarque
---
-- content/folder/plain.txt --
x
-- content/folder/page.md --
-- content/only/index.de.md --
-- content/only/x.txt --
x
-- content/gone/index.md --
---
draft: true
---
-- content/gone/x.txt --
x
`)
	var b strings.Builder
	for _, p := range s.Pages {
		for _, r := range p.Resources {
			kind, credit := "page", ""
			if r.Resource != nil {
				kind = r.Kind
				if c := r.Params["credit"]; c != nil {
					credit = fmt.Sprint(" by ", c)
				}
			}
			fmt.Fprintf(&b, "%s %s %q %s%s %s lazy=%v of %s\n", p.Key, r.Name, r.Title, kind, credit, r.URL.Rel(), r.Lazy, r.Home.Key)
		}
	}
	equal(t, b.String(), `
en:/ root.txt "root.txt" text /root.txt lazy=false of en:/
en:/folder plain.txt "plain.txt" text /folder/plain.txt lazy=false of en:/folder
en:/trip docs/x.pdf "A document" application /trip/docs/x.pdf lazy=false of en:/trip
en:/trip pic-1 "Picture 1" image by me /trip/a.png lazy=false of en:/trip
en:/trip pic-2 "Picture 2" image by me /trip/b.png lazy=false of en:/trip
en:/trip note.md "Note" page  lazy=false of en:/trip
de:/ root.txt "root.txt" text /root.txt lazy=false of en:/
de:/trip docs/x.pdf "docs/x.pdf" application /trip/docs/x.pdf lazy=false of en:/trip
de:/trip a.de.png "a.de.png" image /de/trip/a.de.png lazy=true of de:/trip
de:/trip b.png "b.png" image by me /trip/b.png lazy=false of en:/trip
fr:/ root.txt "root.txt" text /root.txt lazy=false of en:/
fr:/trip docs/x.pdf "docs/x.pdf" application /trip/docs/x.pdf lazy=false of en:/trip
fr:/trip a.de.png "a.de.png" image /de/trip/a.de.png lazy=true of de:/trip
fr:/trip b.png "b.png" image by me /trip/b.png lazy=false of en:/trip
fr:/trip note.md "Remarque" page  lazy=false of fr:/trip
`)
}
