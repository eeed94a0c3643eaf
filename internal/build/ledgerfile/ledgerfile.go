// Package ledgerfile reads the ledger before a build, and writes it after one.
package ledgerfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
	"github.com/sitegen/sitegen/internal/template/render"
)

// Rule is the rule of what is said about the ledger.
const Rule = "ledger"

// File is the ledger of one build.
type File struct {
	Ledger *ledger.Ledger // as it was read; nil: there is none
	Sum    uint64         // of the bytes that it was read from
	Good   bool           // nothing is wrong with these bytes
	Left   uint64         // hash of the file as this build leaves it, as Hash has it

	project *project.Project
	note    string // file that says where builds into this output folder left the ledger; "": there is none
}

// ReadOptions of Read.
type ReadOptions struct {
	Note   string         // file that says where builds into this output folder left the ledger; "": there is none
	Keeps  bool           // this build leaves a ledger
	Before *ledger.Ledger // that the build before read; nil: none
	Sum    uint64         // of the bytes of Before
}

// Keeps reports whether this build is one that readers will see: only those are remembered, so not
// builds with drafts, future or expired pages (-D, -F, -E), in an environment for previews or
// development, without a clock, or of what stays in memory.
func Keeps(p *project.Project, l *listing.Listing) bool {
	if p.Options.Memory || p.Options.Drafts || p.Options.Future || p.Options.Expired || p.Options.Clock.IsZero() {
		return false
	}
	return !l.Site.Config.Preview() && p.Config.Environment != "development"
}

// Read reads what earlier builds saw. Where there is none the build goes on: only knowledge is lost, and when a build
// before this one noted that it left one, that is said. One that cannot be read stops the build, which
// would overwrite it.
func Read(p *project.Project, o ReadOptions) (File, diag.List) {
	f := File{project: p, note: o.Note}
	file := p.LedgerFile()
	if p.Options.Ledger == "" && !p.Config.Chosen("ledger") {
		if err := disk.CheckLinks(p.Config.Project, file,
			"to use a ledger elsewhere, set SITEGEN_LEDGER to its path"); err != nil {
			return f, disk.Problem(err)
		}
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		left := f.lastLeft()
		if left == "" || !o.Keeps {
			return f, nil
		}
		return f, lost(p.Rel(file), p.Rel(left))
	}
	if err != nil {
		return f, diag.List{{
			Rule: Rule, File: p.Rel(file), Message: fmt.Sprintf("the ledger cannot be read: %v", diag.Cause(err)),
			Hint: "allow your user to read it; if it is a folder, delete it or name another file: ledger = \"sitegen.ledger\"",
		}}
	}
	f.Sum, f.Left, f.Good = trace.Hash(text), hashOf(text), true
	if o.Before != nil && o.Sum == f.Sum {
		f.Ledger = o.Before
		return f, nil
	}
	l, problems := ledger.Parse(string(text))
	var found diag.List
	for _, problem := range problems[:min(len(problems), mostProblems)] {
		found = append(found, &diag.Diagnostic{
			Rule: Rule, Severity: diag.Warning, File: p.Rel(file), Line: problem.Line,
			Message: "this line of the ledger is ignored: " + problem.Message,
			Hint:    "the dates and IDs in it are lost; the next build creates it again",
		})
	}
	f.Ledger, f.Good = l, len(problems) == 0
	return f, found
}

// mostProblems is how many lines of a broken ledger are reported one by one.
const mostProblems = 3

// lost reports that the ledger is missing, which an earlier build wrote to the file left.
func lost(file, left string) diag.List {
	hint := "dates that only the ledger contained are left out until the pages change again; keep it between builds, " +
		"or commit it: ledger = \"sitegen.ledger\""
	if left != file {
		hint = fmt.Sprintf("earlier builds wrote %s; move it here", left)
	}
	return diag.List{{
		Rule: Rule, Severity: diag.Warning, File: file, Message: "the ledger of earlier builds is missing",
		Hint: hint + "; to go on without it, build once without --strict",
	}}
}

// lastLeft returns the file in which a build into this output folder last left a ledger; "" if none did, as one that
// builds drafts or a preview, and one whose ledger could not be written.
func (f *File) lastLeft() string {
	if f.note == "" {
		return ""
	}
	text, _ := os.ReadFile(f.note) // the note serves a warning alone
	name, ok := strings.CutSuffix(string(text), "\n")
	if !ok || name == "" {
		return ""
	}
	return render.Absolute(f.project.Config.Project, filepath.FromSlash(name))
}

// noteLeft notes that a ledger was left. A note that cannot be written is missed only when the ledger is.
func (f *File) noteLeft(file string) {
	if f.note == "" {
		return
	}
	text := []byte(filepath.ToSlash(render.Relative(f.project.Config.Project, file)) + "\n")
	if old, err := os.ReadFile(f.note); err != nil || !bytes.Equal(old, text) {
		_ = atomicfile.Write(f.note, text)
	}
}

// Write writes the ledger of this build when it differs, in one step.
func (f *File) Write(next *ledger.Ledger) diag.List {
	file, text := f.project.LedgerFile(), next.Text()
	old, err := os.ReadFile(file)
	if err != nil || string(old) != string(text) {
		if err = os.MkdirAll(filepath.Dir(file), 0o777); err == nil {
			err = atomicfile.Write(file, text)
		}
	}
	if err != nil {
		return diag.List{{
			Rule: Rule, Severity: diag.Warning, File: f.project.Rel(file),
			Message: "the ledger can't be written, so the next build will not know the changes of this one: " + err.Error(),
		}}
	}
	f.Left = hashOf(text)
	f.noteLeft(file)
	return nil
}

// Hash returns the hash of a file's bytes, 0 when there is none, and 1 when it cannot be read.
func Hash(file string) uint64 {
	b, err := os.ReadFile(file)
	switch {
	case err == nil:
		return hashOf(b)
	case filestat.Absent(err):
		return 0
	}
	return 1
}

// hashOf returns what Hash does for a file with these bytes.
func hashOf(b []byte) uint64 { return max(2, trace.Hash(b)) }
