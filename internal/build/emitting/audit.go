package emitting

import (
	"fmt"
	"slices"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/finished/check"
	"github.com/sitegen/sitegen/internal/store/output"
)

// The sitemaps of a host are checked in two steps. When they are written, they are read back and compared with each
// other and the protocol: text and XML sitemaps name the same URLs (T3), versions name each other (H1), and so on. The
// findings are warnings in the record of the emission, so a build that reuses the files repeats them. Whether each
// listed page has a file (L11) depends on all outputs, so each build checks it. With --strict, each build checks
// everything.

// Proofread reads the sitemaps of an emission back, and adds the problems found to those that the emission reported.
func (x *Emitter) Proofread(e emission.Emission, outputs []task.Written, found diag.List) (diag.List, error) {
	if e.Base == "" {
		return found, nil
	}
	a := x.NewAudit(e, time.Time{}, func(string) bool { return true })
	if err := x.readBack(a, outputs); err != nil {
		return nil, err
	}
	all := a.Findings(found)
	for _, d := range all[len(found):] {
		d.Severity = diag.Warning
	}
	return all, nil
}

// check checks the files of an emission against the protocol and the output, if this build audits them.
func (x *Emitter) check(e emission.Emission, r *task.Record) (diag.List, error) {
	if !x.Audits || e.Base == "" || r.Emitted == nil || r.Found.Err() != nil {
		return r.Found, nil
	}
	a := x.NewAudit(e, x.Project.Options.Clock, x.Out.Has)
	if err := x.readBack(a, r.Outputs); err != nil {
		return nil, err
	}
	return append(a.Findings(r.Found), a.Absent()...), nil
}

// readBack gives an audit the files, byte for byte as they will be written.
func (x *Emitter) readBack(a *check.Emission, outputs []task.Written) error {
	for _, o := range outputs {
		data, err := output.Read(x.Out, o.File, nil)
		if err != nil {
			return fmt.Errorf("check %s: %w", o.File, err)
		}
		a.File(o.File, data)
	}
	return nil
}

// absentPages warns about pages that sitemaps and feeds name but that have no file in the output (rule L11).
func (x *Emitter) absentPages() (found diag.List) {
	for _, p := range x.Site.Pages {
		if !x.Listing.InFeeds(p) || x.Out.Has(p.Targets[0].File) {
			continue
		}
		found = append(found, &diag.Diagnostic{
			Rule: "L11", Severity: diag.Warning, File: task.ContentFile(p),
			Message: fmt.Sprintf("sitemaps and feeds name %s, but the file %s is not written", p.URL.Rel(), p.Targets[0].File),
		})
	}
	return found
}

// NewAudit starts the check of the files that e writes.
func (x *Emitter) NewAudit(e emission.Emission, now time.Time, has func(file string) bool) *check.Emission {
	d := x.Project.Config.Discovery
	added := slices.Clone(d.Sitemaps)
	for _, u := range d.URLs {
		added = append(added, u.Loc)
	}
	return check.NewEmission(check.EmissionOptions{
		Base: e.Base, Dir: e.Dir, Added: added, Now: now, Has: has,
		AnyDirectory: d.Scope == "host" || d.SitemapAddresses == "hugo",
	})
}
