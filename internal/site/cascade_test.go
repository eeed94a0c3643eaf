package site_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestCascade(t *testing.T) {
	s := good(t, `
-- hugo.toml --
disableKinds = ["rss", "taxonomy", "term"]
[[cascade]]
layout = "site"
[cascade.params]
from = "site"
only = "site"
[[cascade]]
weight = 7
[cascade.target]
path = "/docs/**"
kind = "page"
-- content/docs/_index.md --
---
cascade:
- params: {from: docs}
- type: guide
  target: {path: "/docs/deep/*"}
- draft: true
  target: {environment: development}
---
-- content/docs/one.md --
-- content/docs/own.md --
---
layout: mine
params: {from: me}
---
-- content/docs/deep/_index.md --
---
cascade: {params: {from: deep}}
---
-- content/docs/deep/two.md --
-- content/blog/_index.md --
---
cascade:
  build: {list: never}
---
-- content/blog/three.md --
`)
	var b strings.Builder
	for _, p := range s.Pages {
		if !p.Apart() {
			fmt.Fprintf(&b, "%s from=%v only=%v layout=%s type=%s weight=%d draft=%v listed=%v\n",
				p.Path, p.Params["from"], p.Params["only"], p.Layout, p.Type, p.Weight, p.Draft, p.ListAlways)
		}
	}
	equal(t, b.String(), `
/ from=site only=site layout=site type=page weight=0 draft=false listed=true
/blog from=site only=site layout=site type=blog weight=0 draft=false listed=false
/blog/three from=site only=site layout=site type=blog weight=0 draft=false listed=false
/docs from=docs only=site layout=site type=docs weight=0 draft=false listed=true
/docs/deep from=deep only=site layout=site type=docs weight=0 draft=false listed=true
/docs/deep/two from=deep only=site layout=site type=guide weight=7 draft=false listed=true
/docs/one from=docs only=site layout=site type=docs weight=7 draft=false listed=true
/docs/own from=me only=site layout=mine type=docs weight=7 draft=false listed=true
`)
}
