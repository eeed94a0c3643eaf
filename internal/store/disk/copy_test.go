package disk

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// copyBuild stages one static file and nothing else. young: the source changed in the tick in which the build began.
func (p *place) copyBuild(source string, young bool) Changes {
	p.t.Helper()
	tree, err := p.open()
	if err != nil {
		p.t.Fatal(err)
	}
	s := tree.Stage()
	source = filepath.Join(p.project, source)
	info, err := os.Stat(source)
	if err != nil {
		p.t.Fatal(err)
	}
	if changed := filestat.Of(info).Changed(); young {
		tree.began = changed
	} else {
		tree.began = filestat.Await(p.state, changed)
	}
	if err := s.Copy("img/logo.svg", source, info.Size(), info.ModTime().UnixNano()); err != nil {
		p.t.Fatal(err)
	}
	ch, err := s.Commit(context.Background(), 2)
	if err != nil {
		p.t.Fatal(err)
	}
	return ch
}

func TestCopies(t *testing.T) {
	p := newPlace(t)
	old := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	source := filepath.Join(p.project, "static/logo.svg")
	touch := func(when time.Time) {
		t.Helper()
		if err := os.Chtimes(source, when, when); err != nil {
			t.Fatal(err)
		}
	}
	origin := func() uint64 {
		tree, err := p.open()
		if err != nil {
			t.Fatal(err)
		}
		defer tree.Stage().Discard()
		e, _ := tree.old.Find("img/logo.svg")
		return e.Origin
	}

	p.write("static/logo.svg", "<svg/>")
	if ch := p.copyBuild("static/logo.svg", true); !cmp.Equal(ch, Changes{Written: 1, Bytes: 6}) {
		t.Errorf("first copy: %+v", ch)
	}
	if origin() != 0 {
		t.Error("a source as young as its copy may change again without a new time: it must be read again")
	}
	touch(old)
	if ch := p.copyBuild("static/logo.svg", false); !cmp.Equal(ch, Changes{Unchanged: 1}) {
		t.Errorf("another time, the same bytes: %+v", ch)
	}
	if origin() == 0 {
		t.Error("the source is known now")
	}
	p.write("static/logo.svg", "<SVG/>")
	touch(old)
	if state, _ := filestat.Regular(source); state.Change == 0 {
		t.Skip("this system does not say when a file changed")
	}
	if ch := p.copyBuild("static/logo.svg", false); !cmp.Equal(ch, Changes{Written: 1, Bytes: 6}) {
		t.Errorf("new bytes, of the same size and time: %+v", ch)
	}
	p.want(files{"img/logo.svg": "<SVG/>"})
	p.write("public/img/logo.svg", "<bad/>")
	if ch := p.copyBuild("static/logo.svg", false); !cmp.Equal(ch, Changes{Written: 1, Bytes: 6}) {
		t.Errorf("a copy that was changed by hand: %+v", ch)
	}
	p.want(files{"img/logo.svg": "<SVG/>"})
}

func TestSourceChangesDuringTheBuild(t *testing.T) {
	p := newPlace(t)
	p.write("static/a", "12345")
	tree, err := p.open()
	if err != nil {
		t.Fatal(err)
	}
	s := tree.Stage()
	source := filepath.Join(p.project, "static/a")
	info, err := os.Stat(source)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Copy("a", source, info.Size(), info.ModTime().UnixNano()); err != nil {
		t.Fatal(err)
	}
	p.write("static/a", "123456")
	if _, err := s.Commit(context.Background(), 1); err == nil {
		t.Error("no error")
	}
	p.want(files{})
}
