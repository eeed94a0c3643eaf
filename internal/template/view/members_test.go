package view

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
)

// picturePNG is an image of 16 by 12 pixels: red on the left, blue on the right.
func picturePNG(t *testing.T) string {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 16, 12))
	for y := range 12 {
		for x := range 16 {
			c := color.RGBA{R: 255, A: 255}
			if x >= 8 {
				c = color.RGBA{B: 255, A: 255}
			}
			m.Set(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// memberQuestion has the questions of the members of a view type.
type memberQuestion struct {
	of   reflect.Type
	page string      // page being rendered
	base string      // expression for the receiver, $v
	rows [][2]string // the member with its arguments, and its questions
}

// memberQuestions has the questions of every member of the views, except those that got its receiver, in order, joined
// by ";". A member that records too little leaves pages outdated; one that records too much renders them without need.
func memberQuestions() []memberQuestion {
	return slices.Concat(pageMembers(), listMembers(), siteMembers(), fileMembers())
}

func TestMemberQuestions(t *testing.T) {
	files := blog()
	files["assets/pic.png"] = picturePNG(t)
	p := newProject(t, files)
	p.page("/posts/one").p.Commit = &content.Commit{Hash: "0123456789", AuthorDate: time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)}
	tested := make(map[reflect.Type]map[string]bool)
	for _, c := range memberQuestions() {
		if tested[c.of] == nil {
			tested[c.of] = make(map[string]bool)
		}
		// The menu entry is for IsMenuCurrent and similar members.
		start := `{{ $entry := 0 }}{{ $v := ` + c.base + ` }}`
		if c.of == reflect.TypeFor[*Page]() {
			start = `{{ $v := ` + c.base + ` }}{{ $entry := index site.Menus.main 0 }}`
		}
		for _, row := range c.rows {
			name, _, _ := strings.Cut(row[0], " ")
			tested[c.of][name] = true
			p.views.answers.Clear() // results of one member must not affect the next
			page := p.page(c.page)
			_, before := p.asked(page, start)
			call := p.call(page)
			_, err := call.execute(start+`{{ $x := $v.`+row[0]+` }}`, page)
			var got []string
			for _, s := range call.Recorder.Record().Steps {
				if q := kindName(s.Kind) + " " + strings.ReplaceAll(s.Key, "\x00", "|"); !slices.Contains(before, kindName(s.Kind)+" "+s.Key) {
					got = append(got, q)
				}
			}
			if err != nil {
				_, message, _ := strings.Cut(err.Error(), ": ")
				got = append(got, "ERR "+message)
			}
			if all := strings.Join(got, "; "); all != row[1] {
				t.Errorf("%v.%s of %s\n got %q\nwant %q", c.of, row[0], c.page, all, row[1])
			}
		}
	}
	inherited := map[reflect.Type]reflect.Type{
		reflect.TypeFor[WeightedPage](): reflect.TypeFor[*Page](), reflect.TypeFor[PageGroup](): reflect.TypeFor[Pages](),
		reflect.TypeFor[OrderedTaxonomyEntry](): reflect.TypeFor[WeightedPages](),
	}
	for typ, members := range Types().Facets {
		for name := range members {
			if from := inherited[typ]; !tested[typ][name] && (from == nil || !tested[from][name]) {
				t.Errorf("%v.%s: say in memberQuestions what it asks", typ, name)
			}
		}
	}
}
