package funcs

import "testing"

func TestVersion(t *testing.T) {
	const v = Version("0.165.0")
	for _, c := range []struct {
		text, want string
	}{
		{`{{ ge . "0.55" }} {{ ge . "0.165" }} {{ gt . "0.165.0" }} {{ lt . "0.165.1" }} {{ lt "0.55" . }} {{ le "1" . }}`, "true true false true true false"},
		{`{{ ge . 0.55 }} {{ lt . 1 }} {{ ge . "v0.112.0" }} {{ gt . "0.165.0-DEV" }} {{ ge . (slice 1) }}`, "true true true true true"},
		{`{{ eq . "0.165.0" }} {{ ne . "0.165" }} {{ printf "%s %v" . . }} {{ . }} {{ strings.HasPrefix . "0.1" }} {{ eq "0.165.0" . }}`, "true true 0.165.0 0.165.0 0.165.0 true true"},
	} {
		got, err := plainText(testEnv("en"), c.text, v)
		if err != nil || got != c.want {
			t.Errorf("%s = %s, %v, want %s", c.text, got, err, c.want)
		}
	}
}
