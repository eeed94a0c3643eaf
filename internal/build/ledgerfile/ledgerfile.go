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
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
	"github.com/sitegen/sitegen/internal/template/render"
)

// Rule is the rule of all messages about the ledger.
const Rule = "ledger"

// File is the ledger of one build.
type File struct {
	Ledger *ledger.Ledger // as it was read; nil if there is none
	Sum    uint64         // of the bytes that it was read from
	Good   bool           // the file has no problems
	Left   uint64         // hash of the file as this build leaves it: see Hash

	project *project.Project
	note    string // file that records where builds into this output folder left the ledger; "" if there is none
}

// ReadOptions are the options of Read.
type ReadOptions struct {
	Note   string         // file that records where builds into this output folder left the ledger; "" if there is none
	Keeps  bool           // this build leaves a ledger
	Before *ledger.Ledger // ledger that the build before read; nil if there is none
	Sum    uint64         // of the bytes of Before
}

// Keeps reports whether this build updates the ledger, as builds for readers do. Excluded are builds with drafts,
// future or expired pages (-D, -F, -E), in an environment for previews or development, without a clock, or in memory.
func Keeps(p *project.Project, l *listing.Listing) bool {
	if p.Options.Memory || p.Options.Drafts || p.Options.Future || p.Options.Expired || p.Options.Clock.IsZero() {
		return false
	}
	return !l.Site.Config.Preview() && p.Config.Environment != "development"
}

// Read reads the ledger that earlier builds wrote. Without one, the build continues and only lacks its dates and IDs;
// Read warns if an earlier build recorded that it left a ledger. A ledger that can't be read stops the build, which
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
	if o.Keeps {
		found = append(found, otherHugo(p, l.Built())...)
	}
	return f, found
}

// builtWith returns what this build records about itself. Programs that were not released have no version that says
// anything to a reader of the ledger.
func builtWith(p *project.Project) ledger.Built {
	program := p.Options.Version
	if program == "" || strings.Contains(program, " ") {
		program = "devel"
	}
	return ledger.Built{Program: program, Hugo: p.Config.Release.Version()}
}

// otherHugo tells that the last build had the behavior of another Hugo, as a note of this build only.
func otherHugo(p *project.Project, was ledger.Built) diag.List {
	is := builtWith(p)
	if was.Hugo == "" || was.Hugo == is.Hugo || len(config.ChangesBetween(was.Hugo, is.Hugo)) == 0 {
		return nil
	}
	short := strings.TrimSuffix(was.Hugo, ".0")
	d := &diag.Diagnostic{Rule: Rule, Severity: diag.Note, Message: fmt.Sprintf(
		"the last build had the behavior of Hugo %s, and this one has that of Hugo %s; to see what changes, run "+
			"sitegen diff --upgrade=%s", short, strings.TrimSuffix(is.Hugo, ".0"), short)}
	if config.NewerVersion(is.Hugo, was.Hugo) {
		d.Message += fmt.Sprintf("; to keep it, set compatibility = %q", short)
	}
	return diag.List{d}
}

// mostProblems is how many lines of a broken ledger are reported one by one.
const mostProblems = 3

// lost reports that the ledger that an earlier build wrote to the file left is missing.
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

// lastLeft returns the file in which a build into this output folder last left a ledger. It is "" if none did: builds
// of drafts and previews leave none, nor do builds that could not write theirs.
func (f *File) lastLeft() string {
	if f.note == "" {
		return ""
	}
	text, _ := os.ReadFile(f.note) // only a warning depends on the note
	name, ok := strings.CutSuffix(string(text), "\n")
	if !ok || name == "" {
		return ""
	}
	return render.Absolute(f.project.Config.Project, filepath.FromSlash(name))
}

// noteLeft records where a ledger was left. If the note can't be written, only the warning about a lost ledger is
// missing.
func (f *File) noteLeft(file string) {
	if f.note == "" {
		return
	}
	text := []byte(filepath.ToSlash(render.Relative(f.project.Config.Project, file)) + "\n")
	if old, err := os.ReadFile(f.note); err != nil || !bytes.Equal(old, text) {
		_ = atomicfile.Write(f.note, text)
	}
}

// Write writes the ledger of this build in one step, if it changed.
func (f *File) Write(next *ledger.Ledger) diag.List {
	file, text := f.project.LedgerFile(), next.BuiltWith(builtWith(f.project)).Text()
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

// Hash returns the hash of a file's bytes, 0 if the file does not exist, and 1 if it can't be read.
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

// hashOf returns the Hash of a file with these bytes.
func hashOf(b []byte) uint64 { return max(2, trace.Hash(b)) }
