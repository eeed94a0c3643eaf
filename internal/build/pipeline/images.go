package pipeline

import (
	"cmp"
	"context"
	"encoding/binary"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/internal/template/render/tex"
)

// openStudio prepares the making of images and formulas in the first build. What is made of images is kept beside the cache, for a
// build and the preview alike: an image is named by all that it depends on.
func (b *build) openStudio() {
	if b.old.studio != nil {
		return
	}
	o := picture.StudioOptions{}
	if !b.o.NoCache {
		o.Dir = filepath.Join(b.stateDir(), "cache", "images")
	}
	b.old.studio = picture.NewStudio(o)
	b.old.math = tex.NewEngine()
}

func imagingTable(cfg *config.Config) map[string]any {
	table, _ := cfg.Root["imaging"].(map[string]any)
	return table
}

// putImage stages an image that a template asked for. On disk it is made later, together with the others that
// are made of the same original; in memory when a request asks for it.
func (x *rendering) putImage(out written, image *picture.Image, j job) (written, diag.List) {
	out.made = image.Key().String()
	m, ok := x.out.(*output.Memory)
	if !ok {
		out.image = image
		return out, nil
	}
	key := image.Key()
	out.hash = binary.LittleEndian.Uint64(key[:])
	studio := x.past.studio
	found := problem(m.AddImage(out.file, func() ([]byte, error) { return studio.Bytes(image) }, out.hash, j.by()))
	m.Describe(out.file, out.mediaType, "")
	return out, found
}

// wanted is an image that is to be made.
type wanted struct {
	image  *picture.Image
	by     string
	places []place

	size    int64
	hash    uint64
	warning *diag.Diagnostic // it could not be made, and is the original
}

// place is where an image stands in the record of a render that wants it.
type place struct {
	of *record
	*written
}

// imageMaker makes what tasks asked for.
type imageMaker struct {
	out     output.Sink
	studio  *picture.Studio
	tasks   []task
	records []*record // of the build before

	once   sync.Once
	before map[string]*written // images of the build before, by file
}

// images makes the images that the renders of this build asked for and that are not there yet.
func (b *build) images(ctx context.Context) (diag.List, error) {
	m := &imageMaker{out: b.out, studio: b.old.studio, tasks: b.tasks, records: b.old.records}
	before := m.studio.Made()
	groups := m.wantedImages()
	for n := 0; n < len(groups) && len(groups) < cmp.Or(b.o.Jobs, runtime.GOMAXPROCS(0)); n++ {
		// Nobody shall be idle, though an original is decoded twice.
		if half := len(groups[n]) / 2; half > 0 {
			groups = append(groups, groups[n][half:])
			groups[n] = groups[n][:half]
		}
	}
	tick := b.ticker("images", len(groups))
	lists, err := par.Map(ctx, b.o.Jobs, groups, func(_ context.Context, group []*wanted) (diag.List, error) {
		defer tick()
		return m.makeImages(group), nil
	})
	if err != nil {
		return nil, err
	}
	var found diag.List
	for i, list := range lists {
		found = append(found, list...)
		for _, w := range groups[i] {
			for _, p := range w.places {
				if p.image, p.size, p.hash = nil, w.size, w.hash; w.warning != nil {
					p.made = "" // it is tried again, and said again
					p.of.found = append(p.of.found, w.warning)
				}
			}
		}
	}
	if b.res.Images += m.studio.Made() - before; b.res.Images > 0 && len(found) == 0 && b.part.Whole() {
		m.studio.Prune(m.usedImages())
	}
	return found.OnceOfImages(), nil
}

// wantedImages lists the images that are to be made, those of one original together.
func (m *imageMaker) wantedImages() [][]*wanted {
	var groups [][]*wanted
	group := map[picture.Key]int{}
	first := map[string]*wanted{}
	for i := range m.tasks {
		r := m.tasks[i].result.record
		for n := range r.outputs {
			o := &r.outputs[n]
			if o.image == nil {
				continue
			}
			if w := first[o.file]; w != nil && w.image.Key() == o.image.Key() {
				w.places = append(w.places, place{r, o})
				continue
			}
			w := &wanted{image: o.image, by: m.tasks[i].by(), places: []place{{r, o}}}
			first[o.file] = w
			of := o.image.Parent().Key()
			at, ok := group[of]
			if !ok {
				at = len(groups)
				group[of] = at
				groups = append(groups, nil)
			}
			groups[at] = append(groups[at], w)
		}
	}
	return groups
}

// makeImages stages the images of one original.
func (m *imageMaker) makeImages(group []*wanted) (found diag.List) {
	var missing []*picture.Image
	byKey := map[picture.Key][]*wanted{} // two originals may be alike
	for _, w := range group {
		if old, ok := m.imageBefore(w); ok {
			kept, err := m.out.Keep(w.places[0].file, old.size, old.hash, w.by)
			found = append(found, problem(err)...)
			if kept {
				w.size, w.hash = old.size, old.hash
				continue
			}
		}
		key := w.image.Key()
		if byKey[key] == nil {
			missing = append(missing, w.image)
		}
		byKey[key] = append(byKey[key], w)
	}
	err := m.studio.Each(missing, func(i *picture.Image, data []byte, warning *diag.Diagnostic) error {
		if warning != nil {
			found = append(found, warning)
		}
		for _, w := range byKey[i.Key()] {
			w.size, w.hash, w.warning = int64(len(data)), xxhash.Sum64(data), warning
			found = append(found, problem(m.out.Add(w.places[0].file, data, w.by))...)
		}
		return nil
	})
	return append(found, diag.From(err)...)
}

// imageBefore returns what the build before wrote under the name of an image, if it was made by the same recipe.
func (m *imageMaker) imageBefore(w *wanted) (*written, bool) {
	m.once.Do(func() {
		m.before = map[string]*written{}
		for _, r := range m.records {
			for i := range r.outputs {
				if o := &r.outputs[i]; o.made != "" {
					m.before[o.file] = o
				}
			}
		}
	})
	o := m.before[w.places[0].file]
	return o, o != nil && o.made == w.image.Key().String()
}

// usedImages names all images that the site shows now.
func (m *imageMaker) usedImages() map[string]bool {
	used := map[string]bool{}
	for i := range m.tasks {
		for _, o := range m.tasks[i].result.outputs {
			if o.made != "" {
				used[o.made] = true
			}
		}
	}
	return used
}
