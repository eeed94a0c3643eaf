package pipeline

import (
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/build/unchanged"
	"github.com/sitegen/sitegen/internal/template/render"
)

// remember returns the state that the next build may use.
func (b *State) remember() kept.Memo {
	m := kept.Memo{
		Store: b.old.Store, Sass: b.old.Sass, Pictures: b.old.Pictures, Math: b.old.Math, Remote: b.old.Remote, Spool: b.folder.Spool,
		Outputs: b.Result.Outputs, Texts: b.Pages.Texts, Shards: b.old.Shards, Shared: b.old.Shared,
	}
	if m.Former = b.old.Former; b.old.Spool != nil && b.old.Spool != m.Spool {
		// Readers of the outputs before the last move had the time of many builds to finish.
		if m.Former != nil {
			_ = m.Former.Close()
		}
		m.Former = b.old.Spool
	}
	if b.Pages.Round == nil {
		return m
	}
	m.Inputs = b.in
	m.Inputs.Workers, m.Inputs.Run = b.Pages.Workers, b.Pages.Run
	changed := b.Pages.Round.Commit()
	m.Table, m.Size, m.Plan = b.old.Table, b.old.Size, b.Pages.Plan
	m.Records = make([]*task.Record, len(b.Pages.Tasks))
	for i := range b.Pages.Tasks {
		m.Records[i] = b.Pages.Tasks[i].Result.Record
	}
	m.Beside = b.Pages.Beside.Now
	m.Note(kept.Change{
		Old: &b.old, Fresh: b.in.Tree.Fresh, Run: b.Pages.Run, Same: b.in.KeepsSiteAndTheme(&b.old.Inputs),
		Before: b.Pages.Before, Answers: changed,
	})
	m.Bodies = b.bodiesNow()
	m.MoveTexts(b.StateDir(), b.Options.Slack)
	m.Compact(!b.Options.Memory)
	return m
}

// bodiesNow returns the bodies by name.
func (b *State) bodiesNow() map[string]*render.Body {
	all := make(map[string]*render.Body, len(b.Pages.Site.Pages))
	b.Pages.Run.Bodies(func(name string, body *render.Body) { all[name] = body })
	return all
}

// saveSaid stores the result of this build, which the next process repeats if nothing changed.
func (b *State) saveSaid() error {
	_, stay := b.old.Remote.Given(b.Pages.Round)
	if b.Options.Memory || b.Pages.Round == nil || b.old.Store == nil || b.Result.saysOnce() || b.otherStats || !stay {
		return nil
	}
	return unchanged.Built{
		Project: &b.Project, Output: b.Result.Destination, Began: b.Began, Until: b.emitted.Until, Ledger: b.ledger.Left,
		Git: b.in.Git, Tree: b.in.Tree, Round: b.Pages.Round, Said: b.Result.unchanged(b.emitted.Ledger),
	}.Save(b.old.Store, b.Seen)
}
