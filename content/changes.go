package content

import (
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/config"
)

// Changes says how a Tree differs from an earlier one.
type Changes struct {
	// Site: what the site is put together from differs: which documents and resources there are, where
	// they stand, what the front matter says. Also true when there was no earlier Tree in this process.
	Site bool
	// Bodies are the documents, as they are now, whose files differ in nothing but the text below the
	// front matter, in path order. With Site they may be incomplete, unless Fronts says why it is set.
	Bodies []*Document
	// Fronts are the documents, as they are now, that stand where they stood and differ in their front
	// matter, in path order, when nothing else differs but Bodies. Site is set then.
	Fronts []*Document
}

// Current returns the document of this tree that the file of d makes, d itself when there is none.
// Whoever holds a document of an earlier tree, because nothing but bodies changed since, asks it for
// what Document.MetaHash leaves out.
func (t *Tree) Current(d *Document) *Document {
	if at, ok := t.document(d.Root, d.Path); ok {
		return t.Documents[at]
	}
	return d
}

// changes compares two trees. byFile says that a date may come from the time of a file.
func changes(old, t *Tree, byFile bool) Changes {
	if old == nil || !slices.Equal(old.Roots, t.Roots) || len(old.Documents) != len(t.Documents) {
		return Changes{Site: true}
	}
	if !slices.EqualFunc(old.Resources, t.Resources, func(a, b *Resource) bool { return a == b || *a == *b }) {
		return Changes{Site: true}
	}
	var c Changes
	dated := false // by the time of a file that changed
	for i, d := range t.Documents {
		o := old.Documents[i]
		if o == d {
			continue
		}
		if o.Hash == d.Hash && o.Front == d.Front && o.sameSpot(d) || o.MetaHash() == d.MetaHash() {
			if o.Hash != d.Hash {
				c.Bodies = append(c.Bodies, d)
			}
			dated = dated || byFile && o.ModTime != d.ModTime
			continue
		}
		if byFile || !o.sameSpot(d) || o.File != d.File || o.Ext != d.Ext {
			return Changes{Site: true}
		}
		c.Fronts = append(c.Fronts, d)
	}
	if c.Site = dated || c.Fronts != nil; dated {
		c.Fronts = nil
	}
	return c
}

// sameSpot reports whether two documents stand at the same place in the site.
func (d *Document) sameSpot(o *Document) bool {
	return d.Root == o.Root && d.Path == o.Path && d.Form == o.Form && d.Lang == o.Lang &&
		d.Logical == o.Logical && d.Base == o.Base && d.Bundle == o.Bundle
}

// MetaHash hashes everything that a site is put together from: all of d but the hash, size and time of
// its file and the place where the body begins.
func (d *Document) MetaHash() uint64 {
	var e encoder
	e.varint(int64(d.Root))
	e.b = append(e.b, byte(d.Form), flag(d.CJK))
	for _, s := range []string{d.Path, d.File, d.Lang, d.Ext, d.Logical, d.Base, d.Bundle, d.Markup, d.Head} {
		e.text(s)
	}
	if d.Front != nil {
		e.text(string(d.Front.Format))
		e.lines(d.Front.Lines)
		e.table(d.Front.Values)
	}
	if e.odd {
		e.fixed(d.Hash) // not all could be written: any difference counts
	}
	return xxhash.Sum64(e.b)
}

// DatesByFile reports whether a page may get a date from the time of its file.
func DatesByFile(cfg *config.Config) bool {
	for _, list := range [][]string{cfg.Dates.Date, cfg.Dates.Lastmod, cfg.Dates.PublishDate, cfg.Dates.ExpiryDate, cfg.Discovery.LastMod} {
		if slices.ContainsFunc(list, func(h string) bool { return lower(h) == ":filemodtime" }) {
			return true
		}
	}
	return false
}
