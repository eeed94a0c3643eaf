package words

import "testing"

func TestTitleLikeProse(t *testing.T) {
	for _, c := range []struct{ style, in, want string }{
		{"", "the quick of a-b it's", "The Quick of A-B It's"},
		{"ap", "o'neil mc", "O'neil Mc"},
		{"AP", "a tale of two cities", "A Tale of Two Cities"},
		{"ap", "what is it for", "What Is It For"},
		{"ap", "somewhere over the rainbow", "Somewhere Over the Rainbow"},
		{"chicago", "somewhere over the rainbow", "Somewhere over the Rainbow"},
		{"chicago", "get up", "Get Up"},
		{"ap", "part 1: the end of it", "Part 1: The End of It"},
		{"ap", "step-by-step to the on-ramp", "Step-by-Step to the On-Ramp"},
		{"ap", "and/or by", "And/or By"},
		{"ap", "élan of the “old” world", "Élan of the “Old” World"},
		{"ap", "", ""},
		{"ap", "!?", "!?"},
		{"go", "the o'neil-way_of x", "The O'Neil-Way_of X"},
		{"firstupper", "élan vital", "Élan vital"},
		{"FirstUpper", "", ""},
		{"none", "as it is", "as it is"},
		{"ap", "日本語 a b", "日本語 a B"},
	} {
		if got := Title(c.style, c.in); got != c.want {
			t.Errorf("Title(%q, %q) = %q, want %q", c.style, c.in, got, c.want)
		}
	}
}

func TestInflection(t *testing.T) {
	for _, c := range []struct {
		name     string
		f        func(string) string
		in, want string
	}{
		{"Humanize", Humanize, "my-first_post", "My first post"},
		{"Humanize", Humanize, "myCamelPost", "My camel post"},
		{"Humanize", Humanize, "cats", "Cats"},
		{"Humanize", Humanize, "52", "52nd"},
		{"Humanize", Humanize, "103", "103rd"},
		{"Humanize", Humanize, "", ""},
		{"Humanize", Humanize, "the “Great” one", "The “great” one"},
		{"Pluralize", Pluralize, "cat", "cats"},
		{"Pluralize", Pluralize, "box", "boxes"},
		{"Pluralize", Pluralize, "person", "people"},
		{"Pluralize", Pluralize, "city", "cities"},
		{"Singularize", Singularize, "cats", "cat"},
		{"Singularize", Singularize, "children", "child"},
	} {
		if got := c.f(c.in); got != c.want {
			t.Errorf("%s(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func FuzzTitle(f *testing.F) {
	f.Add("the “old” world — it’s a-b/c…")
	f.Fuzz(func(t *testing.T, s string) {
		for _, style := range []string{"ap", "chicago", "go", "firstupper"} {
			Title(style, s)
		}
	})
}
