package ascii

import "testing"

// The results are those of Zola 0.22.
func TestSlug(t *testing.T) {
	for in, want := range map[string]string{
		"":                    "",
		"Hello, World! ":      "hello-world",
		"--a__b--":            "a-b",
		"Straße Ünï 日本":       "strasse-uni-ri-ben",
		"日本語 Привет":          "ri-ben-yu-privet",
		"🚀 Features":          "rocket-features",
		"Євро 5 €":            "evro-5-eur",
		"一つ":                  "yi-tu",
		"Größe № 5, №5":       "grosse-no-5-no5",
		"مرحبا بالعالم":       "mrhb-bl-lm",
		"שלום עולם":           "shlvm-vlm",
		"नमस्ते दुनिया":       "nmste-duniyaa",
		"Đà Nẵng, Łódź, Ævar": "da-nang-lodz-aevar",
		"📈🚩 b":                "chart-with-upwards-trend-triangular-flag-on-post-b",
		"ok 🎉🎉 x":             "ok-tada-tada-x",
		"İstanbul ığ":         "istanbul-ig",
		"ﬁ Ⅷ ² …":             "fi-viii-2",
		"C++":                 "c",
		"café ½ 1/2":          "cafe-1-2-1-2",
		"한국어 글":               "hangugeo-geul",
		"Ελληνικά":            "ellenika",
		"ประเทศไทย":           "praethsaithy",
		"Sóc “quoted” — dash": "soc-quoted-dash",
	} {
		if got := Slug(in); got != want {
			t.Errorf("Slug(%q) = %q, want %q", in, got, want)
		}
	}
}
