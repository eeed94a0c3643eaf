package pipeline

import (
	"fmt"
	"slices"

	"github.com/sitegen/sitegen/internal/check"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/output"
)

// check holds what an emission wrote, byte for byte as it will be written, to the protocol and to the output: with
// --strict every build does. It returns what the emission itself told with what is found besides.
func (b *build) check(e discovery.Emission, r *record) (diag.List, error) {
	if !b.audits || e.Base == "" || r.emitted == nil || r.found.Err() != nil {
		return r.found, nil
	}
	a := b.newAudit(e)
	for _, o := range r.outputs {
		data, err := output.Read(b.out, o.file)
		if err != nil {
			return nil, fmt.Errorf("check %s: %w", o.file, err)
		}
		a.File(o.file, data)
	}
	return append(a.Findings(r.found), a.Absent()...), nil
}

// absentPages warns about pages that sitemaps and feeds name and that no file of the output is for (rule L11). Every build
// looks. That text and XML sitemaps name the same addresses (T3), that versions name each other (H1), that feeds name
// what may be listed, and that their dates agree follows from the one listing: --strict reads it back from the files.
func (x *rendering) absentPages() (found diag.List) {
	for _, p := range x.site.Pages {
		if !x.listing.InFeeds(p) || x.out.Has(p.Targets[0].File) {
			continue
		}
		found = append(found, &diag.Diagnostic{
			Rule: "L11", Severity: diag.Warning, File: pageFile(job{page: p}),
			Message: fmt.Sprintf("sitemaps and feeds name %s, but the file %s is not written", p.URL.Rel(), p.Targets[0].File),
		})
	}
	return found
}

// newAudit begins the check of what e writes.
func (x *rendering) newAudit(e discovery.Emission) *check.Emission {
	d := x.cfg.Discovery
	added := slices.Clone(d.Sitemaps)
	for _, u := range d.URLs {
		added = append(added, u.Loc)
	}
	return check.NewEmission(check.EmissionOptions{
		Base: e.Base, Dir: e.Dir, Added: added, Now: x.o.Clock, Has: x.out.Has,
		AnyDirectory: d.Scope == "host" || d.SitemapAddresses == "hugo",
	})
}
