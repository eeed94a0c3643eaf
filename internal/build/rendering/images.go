package rendering

import (
	"cmp"
	"context"
	"encoding/binary"
	"runtime"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// putImage registers an image that a template asked for. On disk, it is made later, together with other images of the
// same original; in memory, it is made on request.
func (x *Renderer) putImage(out task.Written, image *picture.Image, j *task.Job) (task.Written, diag.List) {
	out.Made = image.Key().String()
	m, ok := x.Out.(*output.Memory)
	if !ok {
		out.Image = image
		return out, nil
	}
	key := image.Key()
	out.Hash = binary.LittleEndian.Uint64(key[:])
	pictures := x.Past.Pictures
	found := disk.Problem(m.AddImage(out.File, func() ([]byte, error) { return pictures.Bytes(image) }, out.Hash, j.By()))
	m.Describe(out.File, out.MediaType, "")
	return out, found
}

// wanted is an image to make.
type wanted struct {
	image *picture.Image
	file  string
	by    string

	size    int64
	hash    uint64
	warning *diag.Diagnostic // set if the image can't be made and the original is used instead
}

// imageName identifies an image by the file that it is written to and its recipe.
type imageName struct {
	file string
	key  picture.Key
}

// imageMaker makes the images that tasks asked for.
type imageMaker struct {
	out      output.Sink
	pictures *picture.Maker
	tasks    []task.Task
	records  []*task.Record // of the build before

	once   sync.Once
	before map[string]*task.Written // images of the build before, by file
}

// Images makes the images that the renders of this build asked for and that don't exist yet.
func (x *Renderer) Images(ctx context.Context) (diag.List, error) {
	m := &imageMaker{out: x.Out, pictures: x.Past.Pictures, tasks: x.Tasks, records: x.Past.Records}
	before := m.pictures.Made()
	groups := m.wantedImages()
	for n := 0; n < len(groups) && len(groups) < cmp.Or(x.Options.Jobs, runtime.GOMAXPROCS(0)); n++ {
		// Keeps all workers busy; an original may be decoded twice.
		if half := middle(groups[n]); half > 0 {
			groups = append(groups, groups[n][half:])
			groups[n] = groups[n][:half]
		}
	}
	tick := x.Ticker("images", len(groups))
	lists, err := par.Map(ctx, x.Options.Jobs, groups, func(_ context.Context, group []*wanted) (diag.List, error) {
		defer tick()
		return m.makeImages(group), nil
	})
	if err != nil {
		return nil, err
	}
	var found diag.List
	made := map[imageName]*wanted{}
	for i, list := range lists {
		found = append(found, list...)
		for _, w := range groups[i] {
			made[imageName{w.file, w.image.Key()}] = w
		}
	}
	for i := range x.Tasks {
		x.Tasks[i].Note(func(r *task.Record) *task.Record { return withImages(r, made) })
	}
	if x.Made += m.pictures.Made() - before; x.Made > 0 && len(found) == 0 && x.Part.Whole() {
		m.pictures.Prune(m.usedImages())
	}
	return found.OnceOfImages(), nil
}

// withImages returns the record of a render with its finished images.
func withImages(r *task.Record, made map[imageName]*wanted) *task.Record {
	var found diag.List
	return r.WithImages(func(o *task.Written) bool {
		w := made[imageName{o.File, o.Image.Key()}]
		if w == nil {
			return false
		}
		if o.Image, o.Size, o.Hash = nil, w.size, w.hash; w.warning != nil {
			o.Made = "" // the next build tries again, and reports the problem again
			found = append(found, w.warning)
		}
		return true
	}, &found)
}

// middle returns where a group can be split without making an image with several files twice; 0 if nowhere.
func middle(group []*wanted) int {
	key := func(w *wanted) string { return w.image.Key().String() }
	slices.SortStableFunc(group, func(a, b *wanted) int { return cmp.Compare(key(a), key(b)) })
	half := len(group) / 2
	for half > 0 && key(group[half-1]) == key(group[half]) {
		half--
	}
	return half
}

// wantedImages lists the images to make, grouped by original.
func (m *imageMaker) wantedImages() [][]*wanted {
	var groups [][]*wanted
	group := map[picture.Key]int{}
	known := map[imageName]bool{}
	for i := range m.tasks {
		for _, o := range m.tasks[i].Result.Outputs {
			if o.Image == nil || known[imageName{o.File, o.Image.Key()}] {
				continue
			}
			w := &wanted{image: o.Image, file: o.File, by: m.tasks[i].By()}
			known[imageName{o.File, o.Image.Key()}] = true
			of := o.Image.Parent().Key()
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
			kept, err := m.out.Keep(w.file, old.Size, old.Hash, w.by)
			found = append(found, disk.Problem(err)...)
			if kept {
				w.size, w.hash = old.Size, old.Hash
				continue
			}
		}
		key := w.image.Key()
		if byKey[key] == nil {
			missing = append(missing, w.image)
		}
		byKey[key] = append(byKey[key], w)
	}
	err := m.pictures.Each(missing, func(i *picture.Image, data []byte, warning *diag.Diagnostic) error {
		if warning != nil {
			found = append(found, warning)
		}
		for _, w := range byKey[i.Key()] {
			w.size, w.hash, w.warning = int64(len(data)), xxhash.Sum64(data), warning
			found = append(found, disk.Problem(m.out.Add(w.file, data, w.by))...)
		}
		return nil
	})
	return append(found, diag.From(err)...)
}

// imageBefore returns the output that the build before wrote for an image, and whether it has the same recipe.
func (m *imageMaker) imageBefore(w *wanted) (*task.Written, bool) {
	m.once.Do(func() {
		m.before = map[string]*task.Written{}
		for _, r := range m.records {
			for i := range r.Outputs {
				if o := &r.Outputs[i]; o.Made != "" {
					m.before[o.File] = o
				}
			}
		}
	})
	o := m.before[w.file]
	return o, o != nil && o.Made == w.image.Key().String()
}

// usedImages returns the recipes of all images that the site shows now.
func (m *imageMaker) usedImages() map[string]bool {
	used := map[string]bool{}
	for i := range m.tasks {
		for _, o := range m.tasks[i].Result.Outputs {
			if o.Made != "" {
				used[o.Made] = true
			}
		}
	}
	return used
}
