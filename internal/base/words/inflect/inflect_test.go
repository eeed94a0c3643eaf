package inflect

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/testing/cputime"
)

// tools/inflections compares many more with the library whose rules these are.
func Test(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(string) string
		want map[string]string
	}{
		{"Plural", Plural, map[string]string{
			"": "", "cat": "cats", "Person": "People", "my mouse": "my mice", "ox": "oxen", "fox": "foxes", "medium": "media", "bureaux": "bureaux",
			"octopus": "octupuses", "minimum": "minima", "person/child": "person/children", "quiz": "quizzes", "news": "news", "dogs": "dogs",
			"ID": "IDs", "dns": "dnsDNSes", "日本": "日本s",
		}},
		{"Singular", Singular, map[string]string{
			"": "", "cats": "cat", "People": "Person", "my mice": "my mouse", "oxen": "ox", "media": "media", "bureaux": "bureau", "uses": "use",
			"addresses": "address", "analyses": "analysis", "series": "series", "cat": "cat", "IDs": "ID", "gas": "ga",
		}},
		{"Text", Text, map[string]string{
			"": "", "first_name": "First name", "employeeId": "Employee ID", "url": "URL", "my-URLPath": "My URL Path", "IDFrom": "ID From", "☃": "☃", "☃ a": "A",
		}},
		{"Ordinal", Ordinal, map[string]string{
			"1": "1st", "2": "2nd", "3": "3rd", "4": "4th", "11": "11th", "-112": "-112th", "-121": "-121st", "0": "0th", "x": "x",
		}},
	} {
		for in, want := range c.want {
			if got := c.f(in); got != want {
				t.Errorf("%s(%q) = %q, want %q", c.name, in, got, want)
			}
		}
	}
}

// A long text in capitals takes linear time.
func TestLong(t *testing.T) {
	// The long text would have collections of garbage in its time, the short one would not.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for _, s := range []string{"A", "ß", "-", "aA", "ID"} {
		took := func(n int) time.Duration {
			runtime.GC()
			before := cputime.Used()
			Text(strings.Repeat(s, n))
			return cputime.Used() - before
		}
		if short, long := took(50_000), took(200_000); long > 10*short+20*time.Millisecond {
			t.Errorf("%q: %v, four times as long %v", s, short, long)
		}
	}
}
