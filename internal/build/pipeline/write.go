package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/build/rendering"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// takenRule is the rule of the note about an output folder with the files of another generator.
const takenRule = "output-taken"

// taken says that the output of Hugo was replaced, and which files are still there.
func taken(folder string, c disk.Changes) *diag.Diagnostic {
	text := folder + " contained a site that Hugo built: "
	if n := len(c.Foreign); n == 0 {
		text += "the build replaced all of its files"
	} else {
		const most = 5
		text += fmt.Sprintf("the build replaced its files, and kept %s that it does not write: %s",
			words.Count(n, "file"), strings.Join(c.Foreign[:min(n, most)], ", "))
		if n > most {
			text += ", …"
		}
	}
	return &diag.Diagnostic{Rule: takenRule, Severity: diag.Note, Message: text}
}

// moved returns the pages that the last build had at paths that are gone.
func (b *State) moved() []site.Move {
	has := func(file string) bool {
		_, ok := b.Result.Outputs.Lookup(file)
		return ok
	}
	gone := func(file string) bool { return !has(file) }
	if b.old.Inputs.Site == nil || !slices.ContainsFunc(b.Result.Changed, gone) {
		return nil
	}
	return b.Pages.Site.Moves(b.old.Inputs.Site, has)
}

// write makes the output folder equal to what was staged.
func (b *State) write(ctx context.Context) (diag.List, error) {
	if b.first && b.old.Store != nil && !b.Options.Memory {
		// check the inputs first: the output would count as a change since the build began
		b.Seen = b.Seen.Inputs(&b.Project, b.Result.Destination, b.in.Tree, b.Pages.Round)
	}
	changes, err := b.Pages.Out.Commit(ctx, b.Options.Jobs)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil, err // not a problem of the user's files; the output is unchanged
	}
	if err != nil {
		return rendering.Placed(disk.Problem(err), err, b.Pages.Site), nil
	}
	b.Result.Written, b.Result.Unchanged, b.Result.Removed = changes.Written, changes.Unchanged, changes.Removed
	b.Result.Away = changes.Away
	if m, ok := b.Pages.Out.(*output.Memory); ok {
		b.Result.Outputs = m.Files()
		if b.old.Outputs != nil {
			b.Result.Changed = output.Changed(b.old.Outputs, b.Result.Outputs)
			b.Result.Moved = b.moved()
		}
	}
	// The new output is in place: a newer change no longer ends the build, or the changes would not be reported.
	found, err := b.writeStats(context.WithoutCancel(ctx))
	if changes.Taken {
		found = append(found, taken(b.Rel(b.Result.Destination), changes))
	}
	for _, r := range changes.Unportable {
		found = append(found, &diag.Diagnostic{Rule: r.Rule, Severity: diag.Warning, Message: r.Text, Hint: r.Hint})
	}
	if err != nil || b.otherStats {
		return found, err // the build that follows compares with the same ledger, and reports the same changes
	}
	if b.emitted.Ledger != nil {
		found = append(found, b.ledger.Write(b.emitted.Ledger)...)
	}
	return found, nil
}
