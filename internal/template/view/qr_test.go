package view

import (
	"image/png"
	"strings"
	"testing"
)

func TestQR(t *testing.T) {
	p := newProject(t, blog())
	p.check("/", [][2]string{
		// "https://example.org" fits version 2: 25 modules and a quiet zone of 4 on each side.
		{`{{ with images.QR "https://example.org" }}{{ .Width }}x{{ .Height }} {{ .MediaType }}{{ end }}`, "132x132 image/png"},
		{`{{ with images.QR "https://example.org" (dict "level" "high" "scale" 2 "targetDir" "codes") }}{{ .Width }} {{ hasPrefix .RelPermalink "/sub/codes/qr_" }}{{ end }}`, "74 true"},
		{`{{ eq (images.QR "a").RelPermalink (images.QR "a").RelPermalink }} {{ eq (images.QR "a").RelPermalink (images.QR "b").RelPermalink }}`, "true false"},
	})
	for src, want := range map[string]string{
		`{{ images.QR "" }}`:                         "no text",
		`{{ images.QR "a" (dict "scale" 1) }}`:       "scale between 2",
		`{{ images.QR "a" (dict "level" "best") }}`:  "low, medium, quartile, high",
		`{{ images.QR "a" "high" }}`:                 "as a map",
		`{{ images.QR (strings.Repeat 5000 "ab") }}`: "images.QR",
	} {
		if _, err := p.eval(p.page("/"), src); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", src, err, want)
		}
	}
	data, err := p.eval(p.page("/"), `{{ (images.QR "x").Content }}`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(strings.NewReader(data)); err != nil {
		t.Error(err)
	}
}
