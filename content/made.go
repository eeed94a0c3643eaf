package content

import (
	"cmp"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// MadePage is a page that a content adapter makes: https://gohugo.io/content-management/content-adapters/
type MadePage struct {
	Adapter *Document      // required; of Tree.Adapters, or a page with a layout that makes pages
	Lang    string         // lower-case key of its language; required
	Path    string         // slash path below the folder of the adapter; "" is that folder
	Form    Form           // Leaf or Branch
	Markup  string         // as front matter `markup`: "markdown"
	Values  map[string]any // front matter: keys in lower case, values of the types of frontmatter.Block
	Text    string         // the body
}

// MadeResource is a resource that a content adapter makes.
type MadeResource struct {
	Adapter   *Document      // required; of Tree.Adapters
	Lang      string         // lower-case key of its language; required
	Path      string         // slash path below the folder of the adapter
	Name      string         // name as the page's metadata would set it; "": from its path
	Title     string         // default: the name
	Params    map[string]any // the types of frontmatter.Block
	MediaType string         // default: by the suffix of Path
	Disk      string         // absolute path of the file that contains it; required
	// path for messages and dependencies: relative to the project for resources that are kept in the project, else
	// absolute; required
	File   string
	Hash   uint64 // hash of the contents of that file
	Target string // slash path in the output folder at which it is published; "": next to its page
}

// With returns the tree with the pages and resources that its adapters make. If two have the same path and language,
// the last one wins, and a file of the content wins over both. o are the options that t was loaded with.
func (t *Tree) With(o Options, pages []MadePage, resources []*MadeResource) (*Tree, []*Problem) {
	o = o.withDefaults()
	r := newReader(o, t.Roots, nil, "")
	made := *t
	made.Documents = slices.Clone(t.Documents)
	var problems diag.List
	for _, p := range pages {
		d, found := r.madeDocument(&p)
		problems = append(problems, found...)
		if found.Err() == nil {
			made.Documents = append(made.Documents, d)
		}
	}
	byPlace := func(a, b *Document) int { return a.compare(b.Root, b.Path) }
	slices.SortStableFunc(made.Documents, byPlace)
	made.Documents = lastOf(made.Documents, byPlace)
	made.Resources = nil
	made.own(made.kept.files)
	for _, m := range resources {
		f, err := r.madeResource(m)
		if err != nil {
			problems = append(problems, unreadable(m.Adapter.File, err)...)
			continue
		}
		made.own([]*file{f})
	}
	files := func(a, b *Resource) int { return cmp.Or(a.compare(b.Root, b.Path), strings.Compare(a.Lang, b.Lang)) }
	slices.SortStableFunc(made.Resources, files)
	made.Resources = lastOf(made.Resources, files)
	problems.Sort()
	return &made, problemsOf(problems)
}

// lastOf returns a sorted list in which only the last of equal elements is kept.
func lastOf[E any](list []E, compare func(a, b E) int) []E {
	out := list[:0]
	for i, e := range list {
		if i+1 == len(list) || compare(e, list[i+1]) != 0 {
			out = append(out, e)
		}
	}
	return out
}

// below returns the path of name in the folder of the adapter d.
func (d *Document) below(name string) string {
	dir, _ := path.Split(d.Path)
	return strings.TrimPrefix(path.Join("/", dir, name), "/")
}

func (r *reader) madeDocument(p *MadePage) (*Document, diag.List) {
	a := p.Adapter
	at := a.below(logical(p.Path))
	d := &Document{Form: p.Form, Lang: p.Lang, Ext: "md", Adapter: a, text: p.Text, Hash: xxhash.Sum64String(p.Text)}
	d.Logical, d.Base = "/"+logical(at), path.Base("/"+at)
	if at == "" {
		d.Base = ""
	}
	name := path.Base(a.Path)
	if a.Form != Adapter {
		name += ".gotmpl" // the page has its file at this path
	}
	d.File = a.File + ":" + d.Logical
	if p.Lang != a.Lang {
		name = p.Lang + "." + name
		d.File += "." + p.Lang
	}
	d.Source = Source{Root: a.Root, Path: join(at, name), Size: int64(len(p.Text))}
	d.Front = &frontmatter.Block{Values: maps.Clone(p.Values), BodyLine: 1}
	if p.Markup != "" {
		d.Front.Values["markup"] = p.Markup
	}
	if problem := r.markup(d); problem != nil {
		return nil, diag.List{problem}
	}
	delete(d.Front.Values, "markup")
	d.CJK = r.cjk[d.Lang] && holdsCJK([]byte(p.Text))
	d.Meta = d.metaHash()
	return d, nil
}

// madeResource returns the resource as a file for own.
func (r *reader) madeResource(m *MadeResource) (*file, error) {
	at := m.Adapter.below(logical(m.Path))
	f := &file{found: found{root: m.Adapter.Root, path: at, dir: "/" + logical(path.Dir(at))}}
	if f.dir == "/." {
		f.dir = ""
	}
	mediaType, known := r.types.Lookup(at)
	if m.MediaType != "" {
		mediaType, known = m.MediaType, true
	}
	_, facts, err := factsOf(disk{}, m.Disk, mediaType)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(m.Disk)
	if err != nil {
		return nil, err
	}
	f.resource = &Resource{
		Source: Source{Root: f.root, Path: at, Size: info.Size(), ModTime: info.ModTime().UnixNano()},
		File:   m.File, Lang: m.Lang, Suffixed: m.Lang != m.Adapter.Lang, MediaType: mediaType,
		Width: facts.Width, Height: facts.Height, Turned: facts.Turned, Duration: facts.Duration,
		Content: facts.Content, Made: m,
	}
	if known {
		f.resource.Kind = media.Kind(mediaType)
	}
	return f, nil
}

// ResourceName returns the name on disk of the file of a resource, for os.Open.
func (t *Tree) ResourceName(r *Resource) string {
	if r.Made != nil {
		return r.Made.Disk
	}
	return t.Name(&r.Source)
}
