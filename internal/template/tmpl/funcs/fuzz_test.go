package funcs

import (
	"html/template"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// FuzzTruncate checks that only the ellipsis and end tags are added, and that the result is short enough.
func FuzzTruncate(f *testing.F) {
	f.Add("<b>bold <i>text</i> here</b> and more", 9)
	f.Add("日本 語 text", 3)
	f.Add("< a </> <p/> <br\n/><", 2)
	f.Fuzz(func(t *testing.T, s string, n int) {
		if _, err := truncate(n, s); err != nil {
			t.Fatal(err)
		}
		out, err := truncate(n, template.HTML("~"), template.HTML(s))
		if err != nil {
			t.Fatal(err)
		}
		cut, _, _ := strings.Cut(string(out), "~")
		if !strings.Contains(s, "~") && !strings.HasPrefix(s, cut) {
			t.Errorf("truncate(%d, %q) = %q", n, s, out)
		}
	})
}

// FuzzFormatNumberCustom checks that the digits are those of the rounded number.
func FuzzFormatNumberCustom(f *testing.F) {
	f.Add(2, 1234567.891, "- . ,", " ")
	f.Add(0, -0.5, "-|.|", "|")
	f.Add(20, 1e300, "- .", "")
	f.Fuzz(func(t *testing.T, places int, n float64, signs, between string) {
		if _, err := formatNumberCustom(places, n, signs, between); err != nil {
			return // such signs or places are rejected
		}
		got, err := formatNumberCustom(places, n, "-|.|_", "|")
		if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
			return
		}
		back, err := strconv.ParseFloat(strings.ReplaceAll(got, "_", ""), 64)
		if err != nil {
			t.Fatalf("formatNumberCustom(%d, %v) = %q", places, n, got)
		}
		if diff := math.Abs(back - n); diff > math.Pow(10, -float64(places))+math.Abs(n)*1e-12 {
			t.Errorf("formatNumberCustom(%d, %v) = %q, which is off by %v", places, n, got, diff)
		}
		for group := range strings.SplitSeq(strings.TrimPrefix(strings.SplitN(got, ".", 2)[0], "-"), "_") {
			if len(group) == 0 || len(group) > 3 {
				t.Errorf("formatNumberCustom(%d, %v) = %q: a group of %d digits", places, n, got, len(group))
			}
		}
	})
}

// FuzzWhere checks that an operator and its opposite divide a list of texts, and that no operator, key, or value makes
// where panic.
func FuzzWhere(f *testing.F) {
	f.Add("eq", "k", "a", "b")
	f.Add(" NOT IN ", "k.l", "1", "12")
	f.Add("like", ".", "(", "x")
	f.Fuzz(func(t *testing.T, op, key, a, b string) {
		l := &lib{env: complete(&Env{})}
		list := []map[string]any{{key: a}, {key: 1}, {key: map[string]any{"l": a}}, {key: []any{a, 1.5}}, nil}
		for _, with := range []any{b, 1, 2.5, nil, true, []string{a, b}, []any{1, a}, map[string]any{}} {
			got, err := l.where(list, key, op, with)
			if err == nil && reflect.ValueOf(got).Len() > len(list) {
				t.Errorf("where gave %d of %d elements", reflect.ValueOf(got).Len(), len(list))
			}
		}
		if key == "" || strings.Contains(key, ".") {
			return
		}
		for _, pair := range [][2]string{{"eq", "ne"}, {"lt", "ge"}, {"gt", "le"}, {"in", "not in"}} {
			texts := []map[string]string{{key: a}, {key: b}}
			x, err := l.where(texts, key, pair[0], b)
			if err != nil {
				t.Fatal(err)
			}
			y, err := l.where(texts, key, pair[1], b)
			if err != nil {
				t.Fatal(err)
			}
			if n := reflect.ValueOf(x).Len() + reflect.ValueOf(y).Len(); n != 2 {
				t.Errorf("%q and %q of %q and %q gave %d of 2", pair[0], pair[1], a, b, n)
			}
		}
	})
}

// FuzzUnmarshal checks that no text makes unmarshal or remarshal panic.
func FuzzUnmarshal(f *testing.F) {
	for _, s := range []string{`{"a": 1}`, "a: 1", "a = 1", "a,b\n1,2", "<a><b c='d'>e</b></a>", "<a/>", "\"", ";"} {
		f.Add(s, ",")
	}
	f.Fuzz(func(t *testing.T, s, delimiter string) {
		l := &lib{env: complete(&Env{})}
		l.unmarshal(s)
		l.unmarshal(map[string]any{"Delimiter": delimiter, "targettype": "map"}, s)
		l.remarshal("yaml", s)
		l.remarshal("toml", s)
	})
}
