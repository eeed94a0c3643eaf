package site_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestTranslations(t *testing.T) {
	s := good(t, `
-- hugo.toml --
disableKinds = ["rss", "taxonomy", "term"]
defaultContentLanguage = "en"
[languages.en]
weight = 1
title = "English"
[languages.de]
weight = 2
title = "Deutsch"
contentDir = "inhalt"
[languages.fr]
weight = 3
-- content/one.md --
-- content/one.fr.md --
-- content/two.md --
---
translationKey: zwei
---
-- inhalt/one.md --
-- inhalt/zwei.md --
---
translationKey: zwei
---
-- content/quiet.md --
---
build: {render: never}
---
-- content/quiet.fr.md --
-- content/all.md --
---
sites: {matrix: {languages: ["{en,fr}"]}}
---
-- inhalt/Ecke/a.md --
-- content/ecke/b.md --
`)
	var b strings.Builder
	for _, p := range s.Pages {
		if p.Apart() {
			continue
		}
		fmt.Fprintf(&b, "%s %q %s:", p.Key, p.Title, p.TranslationKey)
		for _, q := range p.Translations {
			fmt.Fprint(&b, " ", q.Key)
		}
		fmt.Fprintln(&b)
	}
	equal(t, b.String(), `
en:/ "English" /: en:/ de:/ fr:/
en:/all "" /all: en:/all fr:/all
en:/ecke "Eckes" /ecke: en:/ecke de:/ecke
en:/ecke/b "" /ecke/b: en:/ecke/b
en:/one "" /one: en:/one de:/one fr:/one
en:/quiet "" /quiet: fr:/quiet
en:/two "" zwei: en:/two de:/zwei
de:/ "Deutsch" /: en:/ de:/ fr:/
de:/ecke "Eckes" /ecke: en:/ecke de:/ecke
de:/ecke/a "" /ecke/a: de:/ecke/a
de:/one "" /one: en:/one de:/one fr:/one
de:/zwei "" zwei: en:/two de:/zwei
fr:/ "" /: en:/ de:/ fr:/
fr:/all "" /all: en:/all fr:/all
fr:/one "" /one: en:/one de:/one fr:/one
fr:/quiet "" /quiet: fr:/quiet
`)
}
