package main

import (
	"bytes"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// page is one of a site that the theme has built.
type page struct {
	name     string // slash-separated, below the site's folder
	language string // of its <html>
	kind     string // of its <body>: page, section, home, term, …
}

var (
	language = regexp.MustCompile(`<html lang="([^"]*)"`)
	kind     = regexp.MustCompile(`<body class="([^"]*)"`)
	redirect = []byte(`http-equiv="refresh"`)
)

// pagesOf reads the pages of a site, without those that only lead elsewhere and those that are no page of
// the theme.
func pagesOf(dir string) (list []page, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".html" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		l, k := language.FindSubmatch(src), kind.FindSubmatch(src)
		if l == nil || k == nil || bytes.Contains(src, redirect) {
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		list = append(list, page{filepath.ToSlash(rel), string(l[1]), string(k[1])})
		return err
	})
	return list, err
}

// each is how many pages of a language are picked at least: the theme's own kinds, and some with text.
const each = 8

// sample picks count pages, and each of every language at least: from every language in turn, there from every kind and
// folder in turn. Which page of a folder comes first is decided by its name, always in the same way, but not by the
// alphabet.
func sample(pages []page, count int) (names []string) {
	byName := slices.SortedFunc(slices.Values(pages), func(a, b page) int {
		if d := int64(scatter(a.name)) - int64(scatter(b.name)); d != 0 {
			return int(max(-1, min(1, d)))
		}
		return strings.Compare(a.name, b.name)
	})
	languages := &turns{}
	groups := map[string]*turns{}
	for _, p := range byName {
		if groups[p.language] == nil {
			groups[p.language] = &turns{}
		}
		folders := strings.Split(path.Dir(p.name), "/")
		groups[p.language].add(p.kind+" "+strings.Join(folders[:min(2, len(folders))], "/"), p.name)
	}
	for _, p := range byName { // the groups of a language are known now: line its pages up
		if g := groups[p.language]; g != nil {
			languages.line(p.language, g.all())
			delete(groups, p.language)
		}
	}
	all := languages.all()
	return all[:min(max(count, each*len(languages.order)), len(all))]
}

// turns are lines of names, of which one after the other gives its first.
type turns struct {
	order []string
	lines map[string][]string
}

func (t *turns) add(key, name string) { t.line(key, append(t.lines[key], name)) }

func (t *turns) line(key string, names []string) {
	if t.lines == nil {
		t.lines = map[string][]string{}
	}
	if _, ok := t.lines[key]; !ok {
		t.order = append(t.order, key)
	}
	t.lines[key] = names
}

// all is every name: the first of every line, the second of every line, and so on.
func (t *turns) all() (names []string) {
	for i, more := 0, true; more; i++ {
		more = false
		for _, key := range t.order {
			if i < len(t.lines[key]) {
				names, more = append(names, t.lines[key][i]), true
			}
		}
	}
	return names
}

func scatter(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()
}
