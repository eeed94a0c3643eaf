package html

import "testing"

func TestPlainText(t *testing.T) {
	for text, want := range map[string]string{
		"A title":                         "A title",
		"My <b>bold</b> &amp; <i>site":    "My bold & site",
		"a < b && c > d":                  "a < b && c > d",
		"AT&T, R&D; and &copy but &copy;": "AT&T, R&D; and &copy but ©",
		"One<br>two &#x3c;b&#62;":         "One two <b>",
		"<!-- no -->Yes<script>":          "Yes",
	} {
		if got := PlainText(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
