package docusaurus

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// tag is an entry of tags.yml: https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-blog#tags-file
type tag struct{ label, about, slug string }

// readTags reads the tags of the blog and of the versions of the docs.
func (l *layout) readTags() (err error) {
	l.tags = map[string]map[string]tag{}
	read := func(many, folder, name string) {
		tags := map[string]tag{}
		l.tags[many] = tags
		file := path.Join(l.dir, folder, cmp.Or(name, "tags.yml"))
		text, ok := foreign.Head(l.root, file, foreign.MostConfig)
		if !ok {
			return
		}
		value, _, wrong := frontmatter.Decode(frontmatter.YAML, file, text)
		err = cmp.Or(err, wrong)
		list, _ := value.(map[string]any)
		for key, v := range list {
			said, _ := v.(map[string]any)
			text := func(key string) string { return foreign.TextOf(said[key]) }
			tags[key] = tag{
				label: cmp.Or(text("label"), words.FirstUpper(strings.ToLower(key))), about: text("description"),
				slug: strings.Trim(cmp.Or(text("permalink"), kebab(key)), "/"),
			}
		}
	}
	for _, b := range l.blogs {
		read(b.tags, b.dir, b.options.Str("tags"))
	}
	for _, v := range l.versions {
		read(v.tags, v.dir, v.options.Str("tags"))
	}
	return err
}

// termSlugs is the key of the permalinks of tags in front matter, by label.
const termSlugs = "termslugs"

// retagged makes the tags of a page those of a taxonomy, which is "tags" if many is "". Tags may have a permalink.
func retagged(values map[string]any, many string) {
	slugs := map[string]any{}
	if list, ok := values["tags"].([]any); ok {
		for i, v := range list {
			if tag, ok := v.(map[string]any); ok { // {label: C++, permalink: /cpp}
				label := foreign.TextOf(tag["label"])
				list[i] = label
				if slug := strings.Trim(foreign.TextOf(tag["permalink"]), "/"); slug != "" {
					slugs[label] = slug
				}
			}
		}
	}
	if len(slugs) > 0 {
		values[termSlugs] = slugs
	}
	if many != "" && many != "tags" {
		foreign.Move(values, "tags", many)
		delete(values, "tags")
	}
}

// termPath returns the path of the list of a term, as in targets of cascades.
func termPath(many, term string) string {
	return "/" + many + "/" + strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case nav.Ordinary(r) || strings.ContainsRune("+#~@", r) || unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, term)
}

// tagged adds the lists of the tags in these files to a navigation.
func (l *layout) tagged(n *nav.Navigation) {
	for _, many := range slices.Sorted(maps.Keys(l.tags)) {
		tags := l.tags[many]
		for _, key := range slices.Sorted(maps.Keys(tags)) {
			t := tags[key]
			r := n.Rule(termPath(many, key))
			r.Title = t.label
			r.Set("slug", t.slug)
			if t.about != "" {
				r.Set("description", t.about)
			}
		}
	}
}

// kebab returns the URL of a tag, as kebabCase of lodash does: "GitHub v2" gives "git-hub-v-2". Case counts only in
// Latin letters, and those lose their accents.
func kebab(s string) string {
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out, word = append(out, strings.ToLower(string(word))), nil
		}
	}
	var plain []rune
	for _, r := range strings.NewReplacer("'", "", "’", "", "ß", "ss", "æ", "ae", "Æ", "Ae").Replace(s) {
		if r >= 0xC0 && r < 0x180 {
			plain = append(plain, []rune(words.WithoutAccents(string(r)))...)
		} else {
			plain = append(plain, r)
		}
	}
	kindOf := func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return 'A'
		case r >= '0' && r <= '9':
			return '1'
		case unicode.In(r, unicode.L, unicode.N, unicode.M):
			return 'a'
		case unicode.Is(unicode.So, r):
			return '*'
		}
		return ' '
	}
	before := ' '
	for i, r := range plain {
		kind := kindOf(r)
		starts := before == 'A' && kind == 'A' && i+1 < len(plain) && kindOf(plain[i+1]) == 'a' // a word after an acronym
		if starts || kind != before && !(before == 'A' && kind == 'a') {
			flush()
		}
		if kind != ' ' {
			word = append(word, r)
		}
		before = kind
	}
	flush()
	return strings.Join(out, "-")
}
