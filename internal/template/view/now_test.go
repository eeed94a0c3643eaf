package view

import (
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// TestNowAnswers: another second changes the answer only if the template shows it, or may use the complete clock.
func TestNowAnswers(t *testing.T) {
	zones := []*time.Location{time.UTC, time.FixedZone("east", 10*3600)}
	was := time.Date(2026, 12, 31, 10, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		now               time.Time
		second, day, year bool
	}{
		{was, true, true, true},
		{was.Add(time.Second), false, true, true},
		{was.Add(5 * time.Hour), false, false, false}, // it is already tomorrow in the site's zone
		{was.Add(-12 * time.Hour), false, false, true},
	} {
		for key, want := range map[string]bool{
			tmpl.WholeClock: tt.second, "15:04:05": tt.second, ":time_full": tt.second, "MST 2006-01-02": tt.day,
			"Monday": tt.day, ":date_short": tt.day, "2006": tt.year,
		} {
			if got := nowAnswer(was, zones, key) == nowAnswer(tt.now, zones, key); got != want {
				t.Errorf("%v, asked for %q: same is %v", tt.now, key, got)
			}
		}
	}
}
