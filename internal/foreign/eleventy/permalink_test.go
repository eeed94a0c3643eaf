package eleventy

import "testing"

// The values are those of Eleventy 3.1.8.
func TestSlugify(t *testing.T) {
	for text, want := range map[string]string{
		"Hello World": "hello-world", "Straße ä ö ü": "strasse-ae-oe-ue", "Ærø ø å": "aero-o-a", "50% off": "50-off",
		"don't stop": "dont-stop", "Foo & Bar": "foo-and-bar", "x'y’z": "x-y-z", "Ünïcode—dash": "uenicode-dash",
		"1.5.2": "1-5-2", "Łódź Żółć": "lodz-zolc", "Привет мир": "privet-mir", "I ♥ Dogs": "i-love-dogs",
		"Déjà Vu!": "deja-vu", "fooBar baz": "foobar-baz",
	} {
		if got := slugify(text); got != want {
			t.Errorf("slugify(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for rel, want := range map[string][2]string{
		"index.md": {"", "/index"}, "a.md": {"a", "/a"}, "blog/2026-01-05-first.md": {"first", "/blog/first"},
		"2026-01-05-dir/index.md": {"dir", "/2026-01-05-dir/index"}, "a/b/index.md": {"b", "/a/b/index"},
	} {
		if slug, stem := slugOf(rel), stemOf(rel); slug != want[0] || stem != want[1] {
			t.Errorf("%s has fileSlug %q and filePathStem %q, want %q", rel, slug, stem, want)
		}
	}
}
