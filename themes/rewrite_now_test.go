package themes

import (
	"context"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/trace"
)

// TestNowIsAskedAsCoarselyAsItIsShown: what a template prints of the clock decides what it asks.
func TestNowIsAskedAsCoarselyAsItIsShown(t *testing.T) {
	p := newProject(t, blog())
	p.w.run.o.Now = time.Date(2026, 3, 4, 5, 6, 7, 8, time.UTC)
	for src, want := range map[string]struct{ key, out string }{
		`{{ now.Year }}`:                                  {clockYear, "2026"},
		`{{ time.Now.Year }}`:                             {clockYear, "2026"},
		`{{ sub now.Year 1 }}`:                            {clockYear, "2025"},
		`{{ with now.Year }}{{ . }}{{ end }}`:             {clockYear, "2026"},
		`{{ now.Format "2006" }}`:                         {clockYear, "2026"},
		`{{ now | time.Format "2006" }}`:                  {clockYear, "2026"},
		`{{ dateFormat "2006" now }}`:                     {clockYear, "2026"},
		`{{ now.Format "2 January 2006" }}`:               {clockDay, "4 March 2026"},
		`{{ time.Format ":date_long" now }}`:              {clockDay, "4 March 2026"},
		`{{ now.Format "15:04" }}`:                        {wholeClock, "05:06"},
		`{{ now.Format "2006 MST" }}`:                     {wholeClock, "2026 UTC"},
		`{{ $f := "2006" }}{{ now.Format $f }}`:           {wholeClock, "2026"},
		`{{ now.Unix }}`:                                  {wholeClock, "1772600767"},
		`{{ $n := now }}{{ $n.Year }}`:                    {wholeClock, "2026"},
		`{{ (now.AddDate 0 0 1).Format "2006-01-02" }}`:   {wholeClock, "2026-03-05"},
		`{{ if lt now.Year 2000 }}old{{ else }}{{ end }}`: {clockYear, ""},
	} {
		page := p.page("/posts/one")
		c := p.w.newCall(context.Background(), page, page.p.Targets[0])
		out, err := c.executeSource("test", src, page)
		if err != nil || out != want.out {
			t.Errorf("%s prints %q, %v, want %q", src, out, err, want.out)
		}
		var keys []string
		for _, s := range c.rec.Record().Steps {
			if s.Kind == trace.Now {
				keys = append(keys, s.Key)
			}
		}
		if len(keys) != 1 || keys[0] != want.key {
			t.Errorf("%s asks %q of the clock, want %q", src, keys, want.key)
		}
	}
}

// TestNowAnswers: another second is another answer only where the whole clock was asked for.
func TestNowAnswers(t *testing.T) {
	zone := time.FixedZone("east", 10*3600)
	was := time.Date(2026, 12, 31, 10, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		now               time.Time
		second, day, year bool
	}{
		{was, true, true, true},
		{was.Add(time.Second), false, true, true},
		{was.Add(5 * time.Hour), false, false, false}, // it is tomorrow where the site is
		{was.Add(-12 * time.Hour), false, false, true},
	} {
		for key, want := range map[string]bool{wholeClock: tt.second, clockDay: tt.day, clockYear: tt.year} {
			if got := nowAnswer(was, zone, key) == nowAnswer(tt.now, zone, key); got != want {
				t.Errorf("%v, asked for %q: same is %v", tt.now, key, got)
			}
		}
	}
}
