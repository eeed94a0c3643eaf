package rendering

import (
	"fmt"
	"os"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/internal/template/render"
)

// put stages one output of a job. Problems with this output alone become part of the job's record; problems that depend
// on other outputs, such as a clash, are found again by each build.
func (x *Renderer) put(o render.Output, j *task.Job) (task.Written, diag.List) {
	out := task.Written{File: o.File, MediaType: o.MediaType, From: o.From}
	if o.Image != nil {
		return x.putImage(out, o.Image, j)
	}
	if o.From != "" {
		info, err := os.Stat(o.From)
		if err != nil {
			return out, diag.From(fmt.Errorf("copy %s: %w", o.File, err))
		}
		return out, x.refused(&out, x.Out.Copy(o.File, o.From, info.Size(), info.ModTime().UnixNano()))
	}
	data, err := x.small(o)
	var found diag.List
	if err != nil {
		found = diag.List{{
			Rule: "minify", Severity: diag.Warning, File: j.ContentFile(),
			Message: fmt.Sprintf("%s is not minified: %v", o.File, err),
		}}
	}
	out.Size, out.Hash = int64(len(data)), xxhash.Sum64(data)
	found = append(found, x.refused(&out, x.Out.Add(o.File, data, j.By()))...)
	if m, ok := x.Out.(*output.Memory); ok {
		m.Describe(o.File, o.MediaType, j.ContentFile())
	}
	return out, found
}

// small returns the bytes of a rendered output, minified if configured. If minifying fails, it returns the original
// bytes with the error. Files that a template publishes stay as they are, as in Hugo: their hash may be in their name,
// and in the integrity attribute of pages.
func (x *Renderer) small(o render.Output) ([]byte, error) {
	if x.Mini == nil || !o.Page {
		return o.Bytes, nil
	}
	small, err := x.Mini.Minify(o.MediaType, o.Bytes)
	if err != nil {
		return o.Bytes, err
	}
	return small, nil
}

// refused turns an error of the output folder into a diagnostic. In a Hugo project, a clash is settled when all tasks
// are done.
func (x *Renderer) refused(o *task.Written, err error) diag.List {
	found := disk.Problem(err)
	if x.Config.Hugo && len(found) == 1 && found[0].Rule == disk.ClashRule {
		o.Lost = true
		return nil
	}
	return found
}

// Missing warns, once for each kind and format, about pages that no template renders.
func Missing(tasks []task.Task) diag.List {
	type want struct {
		kind   site.Kind
		format string
	}
	count := map[want]int{}
	var order []want
	for i := range tasks {
		t := &tasks[i]
		if !t.Result.NoTemplate || t.Page.Kind == site.NotFound && t.Page.Doc == nil {
			continue // a site does not need a 404 page
		}
		w := want{t.Page.Kind, t.Target.Format.Name}
		if count[w]++; count[w] == 1 {
			order = append(order, w)
		}
	}
	var found diag.List
	for _, w := range order {
		what := fmt.Sprintf("the page of kind %q", w.kind)
		if n := count[w]; n > 1 {
			what = fmt.Sprintf("%d pages of kind %q", n, w.kind)
		}
		found = append(found, &diag.Diagnostic{
			Rule: "no-template", Severity: diag.Warning,
			Message: fmt.Sprintf("no template for %s in the format %q: not written", what, w.format),
			Hint:    fmt.Sprintf("add one to layouts/, or put %q into disableKinds", w.kind),
		})
	}
	return found
}

// PageOutputs returns the first HTML output of each page, by page ID; an output without a name if there is none.
func (x *Renderer) PageOutputs() []task.Written {
	out := make([]task.Written, len(x.Site.Pages))
	for i := range x.Tasks {
		t := &x.Tasks[i]
		if t.Page == nil || t.Target.Format == nil || !t.Target.Format.IsHTML || out[t.Page.ID].File != "" {
			continue
		}
		for _, o := range t.Result.Outputs {
			if o.File == t.Target.File {
				out[t.Page.ID] = o
			}
		}
	}
	return out
}
