package feeds

import (
	"bytes"
	"strings"
	"testing"
)

func TestXHTML(t *testing.T) {
	item := Item{URL: "https://example.org/a/", Title: "A", Published: day, Summary: "<b>s", Content: "<p>1<p>2<br>" + strings.Repeat("é", piece) + "]]>\x00<script>x</script>"}
	var out bytes.Buffer
	w, err := NewWriter(&out, Atom, feed(), Options{XHTML: true})
	if err == nil {
		err = w.Add(&item)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><b>s</b></div></summary>`,
		`<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>1</p><p>2<br/>é`, "é]]&gt;</p></div></content>",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s", want)
		}
	}
	validate(t, Atom, out.String())
}

func TestSafe(t *testing.T) {
	for _, format := range formats {
		var out bytes.Buffer
		w, err := NewWriter(&out, format, feed(), Options{Safe: true})
		if err == nil {
			err = w.Add(&Item{URL: "https://example.org/a/", Title: "A", Published: day, Content: "<p onclick='x()'>k<script>alert(1)</script>"})
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		if s := out.String(); strings.Contains(s, "onclick") || strings.Contains(s, "alert") || !strings.Contains(s, "k") {
			t.Error(s)
		}
		validate(t, format, out.String())
	}
}
