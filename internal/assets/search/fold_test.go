package search

import (
	"slices"
	"testing"
)

func folded(s string) string { return new(folding).fold(s) }

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"Hello":        "hello",
		"Straße GROẞ":  "strasse gross",
		"Über Café":    "uber cafe",
		"İstanbul ıI":  "istanbul ii",
		"Ångström ﬁn":  "angstrom fin",
		"Łódź Øre Æon": "lodz ore aeon",
		"ΟΔΥΣΣΕΎΣ":     "οδυσσευσ",
		"Ёлка":         "елка",
		"שָׁלוֹם":      "שלום",
		"مُحَمَّــد":   "محمد",
		"أحمد إلى":     "احمد الي",
		"ガギ ﾊﾟ":        "ガギ パ",
		"２０２６年":        "2026年",
		"한국어":          "한국어",
		"ภาษาไทย":      "ภาษาไทย",
		"हिन्दी":       "हिन्दी",
		"co\u00adop":   "coop",
	} {
		if got := folded(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

// FuzzFold: folding in parts gives the same as folding the entire text.
func FuzzFold(f *testing.F) {
	for _, s := range []string{"Über Café co\u00adop x\u0323\u0307 y", "\xff|\u0301A\u030a", "ｶﾞ a\u3099 かa\u3099", "각a\u1161\u11a8", "q\u0307\u0323Q", "éé\u0301\u0327ñA\u0300", "ſʰx\u00a8\u0301"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var whole folding
		whole.other(s)
		if got, want := folded(s), string(whole.made); got != want {
			t.Errorf("fold(%q) = %q, want %q", s, got, want)
		}
	})
}

// TestOrder: the numbers by which words are sorted have the order of the words.
func TestOrder(t *testing.T) {
	words := []string{"", "a", "a\x00", "ab", "abcdefgh", "abcdefghi", "abcdefghj", "b", "é", "日", "\ue000", "\uffee", "\U00020000", "\U0010ffff", "\xee", "\xff", "abcdefg\ue000", "abcdefg\U00020000"}
	for _, a := range words {
		for _, b := range words {
			x, y := firstBytes(a), firstBytes(b)
			if x < y && compare(a, b) >= 0 || x > y && compare(a, b) <= 0 {
				t.Errorf("%q and %q: %x and %x, compare gives %d", a, b, x, y, compare(a, b))
			}
		}
	}
}

func TestWords(t *testing.T) {
	for in, want := range map[string][]string{
		"don't go-1.26 a_b":                   {"don", "t", "go", "1", "26", "go1.26", "a", "b", "ab"},
		"--data-dir=x os.ReadFile(a)":         {"data", "dir", "datadir", "x", "os", "readfile", "osreadfile", "a"},
		"ETCDCTL_API v3.5.0-rc.1":             {"etcdctl", "api", "etcdctlapi", "v3", "5", "0", "rc", "1", "v3.5.0rc.1"},
		"end. Next a--b -c d- e.g. é-ü":       {"end", "next", "a", "b", "c", "d", "e", "g", "eg", "e", "u", "eu"},
		"日本-go 3-日":                           {"日本", "本", "go", "3", "日"},
		"日本語":                                 {"日本", "本語", "語"},
		"日":                                   {"日"},
		"東京のtokyo2020年":                       {"東京", "京の", "の", "tokyo2020", "年"},
		"スーパー":                                {"スー", "ーパ", "パー", "ー"},
		"한국 어":                                {"한국", "국", "어"},
		"ไทย":                                 {"ไท", "ทย", "ย"},
		"שלום עולם":                           {"שלום", "עולם"},
		"हिन्दी":                              {"हिन्दी"},
		"  … !":                               nil,
		"aaaaaaaaaabbbbbbbbbbccccccccccddddd": {"aaaaaaaaaabbbbbbbbbbccccccccccdd"},
	} {
		if got := words(in); !slices.Equal(got, want) {
			t.Errorf("Words(%q) = %q, want %q", in, got, want)
		}
	}
}

// FuzzWords checks words against the assumptions of the index and the shards.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"Straße 日本語 ไทย", "\xff|\"", "a\u0301 \U00020000\ue000", "İ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := folded(s)
		if again := folded(once); again != once && asciiLength(once) == len(once) {
			t.Errorf("Fold(%q) = %q, then %q", s, once, again)
		}
		for w := range Words(once) {
			if w == "" || len(w) > 4*longest {
				t.Errorf("%q has the word %q", s, w)
			}
			for i, r := range w {
				if classOf(r) == between && !(r == '.' && i > 0) {
					t.Errorf("%q has the word %q, with %q", s, w, r)
				}
			}
		}
	})
}

// words returns the words of a text before it is folded.
func words(text string) (list []string) {
	for w := range Words(folded(text)) {
		list = append(list, w)
	}
	return list
}
