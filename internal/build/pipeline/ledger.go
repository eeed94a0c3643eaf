package pipeline

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
	"github.com/sitegen/sitegen/internal/template/render"
)

// ledgerRule is the rule of what is said about the ledger.
const ledgerRule = "ledger"

// readLedger reads what earlier builds saw. Where there is none the build goes on: only knowledge is lost, and
// when a build before this one noted that it left one, that is said. One that is there and cannot be read stops the build, which
// would write it anew.
func (b *build) readLedger(context.Context) (diag.List, error) {
	file := b.LedgerFile()
	if b.Options.Ledger == "" && !b.Config.Chosen("ledger") {
		if err := disk.CheckLinks(b.Config.Project, file, "to use a ledger elsewhere, set SITEGEN_LEDGER to its path"); err != nil {
			return disk.Problem(err), nil
		}
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		left := b.leftLedger()
		if left == "" || !b.keepsLedger() {
			return nil, nil
		}
		return ledgerLost(b.Rel(file), b.Rel(left)), nil
	}
	if err != nil {
		return diag.List{{
			Rule: ledgerRule, File: b.Rel(file), Message: fmt.Sprintf("the ledger cannot be read: %v", diag.Cause(err)),
			Hint: "allow your user to read it; if it is a folder, delete it or name another file: ledger = \"sitegen.ledger\"",
		}}, nil
	}
	sum := trace.Hash(text)
	b.ledgerLeft = fileHash(text)
	if b.old.Inputs.Ledger != nil && b.old.LedgerSum == sum {
		b.useLedger(b.old.Inputs.Ledger, sum)
		return nil, nil
	}
	l, problems := ledger.Parse(string(text))
	var found diag.List
	for _, p := range problems[:min(len(problems), mostLedgerProblems)] {
		found = append(found, &diag.Diagnostic{
			Rule: ledgerRule, Severity: diag.Warning, File: b.Rel(file), Line: p.Line,
			Message: "this line of the ledger is ignored: " + p.Message,
			Hint:    "the dates and IDs in it are lost; the next build creates it again",
		})
	}
	b.useLedger(l, sum)
	if len(problems) > 0 {
		b.in.Ledger = nil // they are reported again
	}
	return found, nil
}

// useLedger takes the ledger that was read from bytes with this hash.
func (b *build) useLedger(l *ledger.Ledger, sum uint64) {
	b.ledger, b.in.Ledger, b.in.LedgerSum = l, l, sum
	b.listing = b.listing.Knowing(l)
	b.res.URLs.Known = len(l.Entries()) > 0
}

// mostLedgerProblems is how many lines of a broken ledger are reported one by one.
const mostLedgerProblems = 3

// ledgerLost says that there is no ledger, which the build before left in the file left.
func ledgerLost(file, left string) diag.List {
	hint := "dates that only the ledger contained are left out until the pages change again; keep it between builds, or commit it: ledger = \"sitegen.ledger\""
	if left != file {
		hint = fmt.Sprintf("earlier builds wrote %s; move it here", left)
	}
	return diag.List{{
		Rule: ledgerRule, Severity: diag.Warning, File: file, Message: "the ledger of earlier builds is missing",
		Hint: hint + "; to go on without it, build once without --strict",
	}}
}

// leftLedger returns the file in which a build into this output folder last left a ledger; "" if none did, as one that
// builds drafts or a preview, and one whose ledger could not be written.
func (b *build) leftLedger() string {
	if b.ledgerNote == "" {
		return ""
	}
	text, _ := os.ReadFile(b.ledgerNote) // the note serves a warning alone
	name, ok := strings.CutSuffix(string(text), "\n")
	if !ok || name == "" {
		return ""
	}
	return render.Absolute(b.Config.Project, filepath.FromSlash(name))
}

// noteLedger notes that a ledger was left. A note that cannot be written is missed only when the ledger is.
func (b *build) noteLedger(file string) {
	if b.ledgerNote == "" {
		return
	}
	text := []byte(filepath.ToSlash(render.Relative(b.Config.Project, file)) + "\n")
	if old, err := os.ReadFile(b.ledgerNote); err != nil || !bytes.Equal(old, text) {
		_ = atomicfile.Write(b.ledgerNote, text)
	}
}

// keepsLedger reports whether this build is one that readers will see: only those are remembered, so not
// builds with drafts, future or expired pages (-D, -F, -E), in an environment for previews or
// development, without a clock, or of what stays in memory.
func (x *rendering) keepsLedger() bool {
	if x.Options.Memory || x.Options.Drafts || x.Options.Future || x.Options.Expired || x.Options.Clock.IsZero() {
		return false
	}
	return !x.listing.Preview() && x.Config.Environment != "development"
}

// noteChanges puts the differences to the build before into the result.
func (b *build) noteChanges() {
	if !b.res.URLs.Known {
		return
	}
	c := b.listing.Changes()
	b.res.URLs.Added, b.res.URLs.Changed, b.res.URLs.Removed = c.Added, c.Changed, c.Removed
}

// writeLedger writes the ledger when it differs, in one step.
func (b *build) writeLedger() diag.List {
	if !b.keepsLedger() || b.next == nil {
		return nil
	}
	file := b.LedgerFile()
	text := b.next.Text()
	if old, err := os.ReadFile(file); err == nil && string(old) == string(text) {
		b.ledgerLeft = fileHash(text)
		b.noteLedger(file)
		return nil
	}
	err := os.MkdirAll(filepath.Dir(file), 0o777)
	if err == nil {
		err = atomicfile.Write(file, text)
	}
	if err != nil {
		return diag.List{{
			Rule: ledgerRule, Severity: diag.Warning, File: b.Rel(file),
			Message: "the ledger can't be written, so the next build will not know the changes of this one: " + err.Error(),
		}}
	}
	b.ledgerLeft = fileHash(text)
	b.noteLedger(file)
	return nil
}

// mixReads makes one number of what a layout and a body read; 0 when neither read anything.
func mixReads(layout, body uint64) uint64 {
	if layout == 0 && body == 0 {
		return 0
	}
	return trace.Hash(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, layout), body))
}
