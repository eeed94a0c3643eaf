package funcs

import (
	"errors"
	"fmt"
	"html/template"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
)

// version is a Comparer and an Eqer by its number.
type version int

func (v version) number(other any) int {
	if s, ok := other.(string); ok {
		return len(s)
	}
	o, _ := other.(version)
	return int(o)
}
func (v version) Compare(other any) int { return int(v) - v.number(other) }
func (v version) Eq(other any) bool     { return int(v) == v.number(other) }

// loop is a view that refers to itself: comparing it member by member would not end.
type loop struct {
	next *loop
	all  []*loop
}

func TestValues(t *testing.T) {
	a, b := &loop{}, &loop{}
	a.next, b.next = b, a
	a.all, b.all = []*loop{a, b}, []*loop{a, b}
	dot := map[string]any{
		"nil": nil, "v": version(3), "a": a, "b": b, "loops": []*loop{a, b}, "loops2": []*loop{a, b},
		"nilLoop": (*loop)(nil), "noMap": map[string]any(nil), "html": template.HTML("<b>1</b>"), "ten": template.HTML("10"),
		"t": day(1), "later": day(2), "zero": time.Time{}, "local": frontmatter.Local{Year: 2024, Month: 5, Day: 1, Hour: 12, HasDate: true, HasTime: true},
		"u8": uint8(200), "u64": ^uint64(0), "i64": int64(-1), "f32": float32(1.5),
		"ints": []int{1, 2}, "i64s": []int64{1, 2}, "bytes": []byte("ab"), "err": errors.New("bad"),
		"month": time.October, "dur": 90 * time.Minute,
	}
	for _, c := range []struct{ text, want string }{
		// eq and ne
		{`{{ eq 1 1.0 }} {{ eq .i64 -1 }} {{ eq .u8 200 }} {{ eq .u64 -1 }} {{ eq "a" .nil }} {{ eq .nil .nil }} {{ eq .nilLoop nil }} {{ eq .noMap nil }}`, "true true true false false true true true"},
		{`{{ eq .ten "10" }} {{ eq "10" 10 }} {{ eq true true }} {{ eq .ints .ints }} {{ eq .ints .i64s }} {{ eq (dict "a" (slice 1)) (dict "a" (slice 1)) }} {{ eq (dict "a" 1) (dict "b" 1) }}`, "true false true true false true false"},
		{`{{ eq .a .b }} {{ eq .a .a }} {{ eq .loops .loops2 }} {{ eq .v 3 }} {{ eq .v "abc" }} {{ eq "abc" .v }} {{ ne .v "ab" }}`, "false true true false true true true"},
		{`{{ eq .t .local }} {{ eq .t .later }} {{ eq 1 2 3 1 }} {{ ne 1 2 3 }} {{ ne 1 2 1 }}`, "true false true true false"},
		{`{{ eq 1 }}`, "ERR not enough arguments"},
		// order
		{`{{ lt 1 2 3 }} {{ lt 2 1 3 }} {{ le 1 1.0 }} {{ gt .u8 100 }} {{ gt .u64 1 }} {{ lt .i64 .u8 }} {{ ge .f32 1.5 }}`, "true false true true true true true"},
		{`{{ lt "a" "b" }} {{ lt "10" "9" }} {{ lt "10" 9 }} {{ gt 10 "9" }} {{ lt .ten "9" }} {{ lt "B" "a" }} {{ lt "x" 1 }}`, "true true false true false true true"},
		{`{{ lt .t .later }} {{ ge .t .local }} {{ lt .ints (slice 1 2 3) }} {{ gt true false }} {{ lt .nil 1 }} {{ gt .v "ab" }} {{ lt "ab" .v }} {{ le .v "abc" }}`, "true true true true true true true true"},
		{`{{ gt 1 }}`, "ERR not enough arguments"},
		// cond and default
		{`{{ cond .zero "y" "n" }} {{ cond .t "y" "n" }} {{ cond (slice) "y" "n" }} {{ cond .nilLoop "y" "n" }} {{ cond .a "y" "n" }} {{ cond .html "y" "n" }} {{ cond 0.0 "y" "n" }}`, "n y n n y y n"},
		{`{{ default "d" .zero }} {{ default "d" .noMap }} {{ default "d" .nilLoop }} {{ default "d" false }} {{ default "d" .u8 }} {{ default "d" }} {{ default "d" .f32 }}`, "d d d false 200 d 1.5"},
		{`{{ default 1 2 3 }}`, "ERR default: wrong number of arguments: want 1 or 2, got 3"},
		// cast
		{`{{ int "0x1F" }} {{ int "010" }} {{ int 3.9 }} {{ int -3.9 }} {{ int "3.9" }} {{ int "" }} {{ int true }} {{ int .ten }} {{ int .month }} {{ int .nil }}`, "31 8 3 -3 3 0 1 10 10 0"},
		{`{{ int "x" }}`, `ERR cast.ToInt: "x" is not a whole number`},
		{`{{ int (slice 1) }}`, "ERR cast.ToInt: a value of type []int is not a whole number"},
		{`{{ float "1.50" }} {{ float 3 }} {{ float "011" }} {{ float .dur | printf "%.0f" }}`, "1.5 3 11 5400000000000"},
		{`{{ string 1.0 }} {{ string .nil }} {{ string .bytes }} {{ string .err }} {{ string .month }} {{ string true }} {{ string .u64 }}`, "1  ab bad October true 18446744073709551615"},
		{`{{ string .ints }}`, "ERR cast.ToString: a value of type []int is not a string"},
		// math
		{`{{ add 1 2.5 }} {{ add .u8 100 }} {{ sub .u8 -1 }} {{ mul -2 .u8 }} {{ div 7 2 }} {{ div 7 2.0 }} {{ div .u8 3 }} {{ add "a" .ten }}`, "3.5 300 201 -400 3 3.5 66 a10"},
		{`{{ div 1 0 }}`, "ERR math.Div of 1 (int) and 0 (int): a number cannot be divided by 0"},
		{`{{ div 1.0 0 }}`, "ERR cannot be divided by 0"},
		{`{{ add 1 "a" }}`, `ERR math.Add of 1 (int) and "a": these cannot be calculated with`},
		{`{{ add 1 }}`, "ERR math.Add: wrong number of arguments: want at least 2, got 1"},
		{`{{ mod 7 0 }}`, "ERR math.Mod: 7 cannot be divided by 0"},
		{`{{ mod "7" 4 }} {{ mod -7 4 }} {{ math.Max 1 (slice 5 2) "7" }} {{ math.Sum slice }} {{ math.Counter }} {{ math.Counter }} {{ math.Sqrt "9" }} {{ pow 2 0.5 | printf "%.3f" }}`, "3 -3 7 0 1 2 3 1.414"},
		{`{{ math.Max }}`, "ERR math.Max: wrong number of arguments"},
		{`{{ math.Abs "x" }}`, `ERR math.Abs: "x" is not a number`},
		// strings
		{`{{ chomp .html | printf "%T" }} {{ chomp "a\r\n\n" | printf "%q" }} {{ strings.FirstUpper "" }}|{{ title "a tale of two" }}`, `template.HTML "a" |A Tale of Two`},
		{`{{ substr "日本語" 1 }} {{ substr "abc" -5 2 }} {{ substr "abc" 5 }}|{{ substr "abc" 1 0 }}|{{ substr "abc" 0 -3 }}|{{ substr "" 0 }}`, "本語 ab |||"},
		{`{{ substr "a" }}`, "ERR strings.Substr: wrong number of arguments"},
		{`{{ slicestr "abc" 2 1 }}`, "ERR strings.SliceString: 2 to 1 is outside"},
		{`{{ slicestr "abc" 3 }}`, "ERR is outside of a string of 3 characters"},
		{`{{ strings.Repeat -1 "a" }}`, "ERR strings.Repeat: cannot repeat"},
		{`{{ strings.Repeat 1000000000 "aaaa" }}`, "ERR strings.Repeat: cannot repeat"},
		{`{{ countwords "a <b>b</b> c" }} {{ countwords "日本 a" }} {{ countwords "é ü" }} {{ countrunes "<p>a b</p>" }}`, "3 3 2 2"},
		{`{{ findRE "a" "aaa" 2 }} {{ findRE "x" "a" }} {{ findRE "(" "a" }}`, "ERR strings.FindRE: error parsing regexp"},
		{`{{ replaceRE "a(b)?" "[$1]" "abaa" }} {{ replaceRE "^a" "x" "aaa" 1 }} {{ replaceRE "a" "b" "aaa" 0 }}`, "[b][][] xaa aaa"},
		{`{{ strings.ReplacePairs "a" "x" }}`, `ERR strings.ReplacePairs: the pairs must be a list, not "a"`},
		{`{{ strings.ReplacePairs "a" "b" "c" "x" }}`, "ERR the last of 3 strings has no replacement"},
		{`{{ strings.ReplacePairs slice "x" }} {{ strings.ReplacePairs (slice 1 2) 111 }}`, "x 222"},
		{`{{ strings.Diff "a" "x\n" "b" "y\n" }}`, "diff a b\n--- a\n+++ b\n@@ -1,1 +1,1 @@\n-x\n+y\n"},
		{`{{ upper .ints }}`, "ERR strings.ToUpper: a value of type []int is not a string"},
		{`{{ upper 1.5 }} {{ lower .html }} {{ trim 1231 1 }} {{ strings.Contains .ints "1" }}`, "ERR strings.Contains"},
		// crypto, encoding
		{`{{ crypto.Hash "sha9" "x" }}`, `ERR unknown algorithm "sha9"; use md5, sha1`},
		{`{{ hmac "md5" "k" "m" "oct" }}`, `ERR unknown encoding "oct"`},
		{`{{ base64Decode "***" }}`, `ERR encoding.Base64Decode: "***": illegal base64`},
		{`{{ jsonify (dict "indent" "") (slice) }}{{ jsonify }}{{ jsonify .local }} {{ jsonify .html }}`, `[]"2024-05-01T12:00:00" "\u003cb\u003e1\u003c/b\u003e"`},
		{`{{ jsonify 1 2 }}`, "ERR encoding.Jsonify: the options must be a map, not 1 (int)"},
		// lang
		{`{{ lang.FormatNumber 2 1234.5 }} {{ lang.FormatNumber 0 -0.6 }} {{ lang.FormatCurrency 2 "EUR" 1 }} {{ lang.FormatNumberCustom 0 -0.4 }} {{ lang.FormatNumberCustom 1 1e21 }}`, "1,234.50 -1 €1.00 -0 1,000,000,000,000,000,000,000.0"},
		{`{{ lang.FormatNumber 21 1 }}`, "ERR lang.FormatNumber: a number of decimal places is 0 to 20, not 21"},
		{`{{ lang.FormatNumberCustom 2 1 "a b c d" }}`, "ERR the options are more than"},
		// time
		{`{{ time.AsTime "2024-02-30" }}`, `ERR time.AsTime: "2024-02-30" is not a valid date`},
		{`{{ time.AsTime "x" "Mars/Base" }}`, "ERR time.AsTime: unknown time zone Mars/Base"},
		{`{{ time.AsTime 0 }} {{ time.AsTime .local }} {{ time "2024-05-01T10:00:00.5+02:00" }} {{ time.AsTime "2024-05-01T10:00:00+00:00" }}`, "1970-01-01 00:00:00 +0000 UTC 2024-05-01 12:00:00 +0000 UTC 2024-05-01 10:00:00.5 +0200 +0200 2024-05-01 10:00:00 +0000 UTC"},
		{`{{ time.Format "" .t }}{{ time.Format ":DATE_LONG" .t }} {{ time.Format ":other" .t }} {{ dateFormat "Jan 2" "2024-03-04" }}`, "May 1, 2024 :other Mar 4"},
		{`{{ duration "day" 1 }}`, `ERR time.Duration: unknown unit "day"; use hour`},
		{`{{ time.ParseDuration "1x" }}`, "ERR time.ParseDuration"},
		{`{{ now.Year }} {{ (time.In "Asia/Tokyo" .t).Hour }} {{ (time.In "Local" .t).Hour }}`, "2026 21 12"},
		// path and urls
		{`{{ path.Join (slice "a" "b") "c" }} {{ path.BaseName "/" }} {{ urls.JoinPath "/" "a//b" "../c" }}`, "a/b/c / /a/c"},
		{`{{ urls.Parse "http://a b" }}`, "ERR urls.Parse: parse"},
		{`{{ urls.PathUnescape "%zz" }}`, "ERR urls.PathUnescape: invalid URL escape"},
		// transform
		{`{{ transform.XMLEscape "a\u0001<&'\n" }}`, "a&lt;&amp;&#39;&#xA;"},
		{`{{ unmarshal "" | jsonify }} {{ unmarshal "  " | jsonify }} {{ (unmarshal "a: [1, b]").a }} {{ printf "%T" (unmarshal "{\"a\":1}").a }}`, "null null [1 b] float64"},
		{`{{ unmarshal "plain" }}`, `ERR transform.Unmarshal: "plain" is neither JSON`},
		{`{{ unmarshal (dict "format" "ini") "a=1" }}`, `ERR unknown format "ini"`},
		{`{{ unmarshal (dict "targetType" "map") "a,a\n1,2" }}`, `ERR the header row of the CSV has "a" twice`},
		{`{{ unmarshal (dict "delimiter" "ab") "a" }}`, `ERR "ab" is more than one character`},
		{`{{ unmarshal (dict "format" "yaml") "a=1" }} {{ unmarshal (dict "format" "csv") "" | jsonify }}`, "a=1 []"},
		{`{{ unmarshal "<a>x</a>" }}`, "ERR the XML element a holds no elements"},
		{`{{ unmarshal "a: [" }}`, "ERR transform.Unmarshal:2:1: the YAML cannot be read"},
		{`{{ unmarshal 1 2 3 }}`, "ERR transform.Unmarshal: wrong number of arguments"},
		{`{{ transform.Remarshal "toml" "{\"b\": {\"c\": [1, 2]}, \"a\": 1.0}" }}`, "a = 1\n\n[b]\n  c = [1.0, 2.0]\n"},
		{`{{ transform.Remarshal "yaml" (dict "a" (slice "x" "z")) }}`, "a:\n- x\n- z\n"},
		{`{{ transform.Remarshal "ini" "a=1" }}`, `ERR cannot write "ini"`},
		// others
		{`{{ print 1 2 "a" }} {{ printf .html }} {{ printf "%s %v" .ten .nil }}`, "1 2a <b>1</b> 10 <nil>"},
		{`{{ reflect.IsMap .dur }} {{ reflect.IsPage .a }} {{ reflect.IsSlice .ints }} {{ reflect.IsMap nil }}`, "false false true false"},
		{`{{ (debug.Timer "x").Stop }}{{ debug.VisualizeSpaces "a\tb" }}`, "a[TAB]b"},
		{`{{ errorf "%d is wrong" 3 }}`, "ERR 3 is wrong"},
		{`{{ warnf "%d" 3 }}ok`, "ok"},
		{`{{ urlize "A B" }} {{ anchorize "A B" }}`, "a-b a-b"},
	} {
		got, err := plainText(testEnv("en"), c.text, dot)
		if want, isErr := strings.CutPrefix(c.want, "ERR "); isErr {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want one with %q", c.text, err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

func TestTruncate(t *testing.T) {
	for _, c := range []struct {
		n        int
		ellipsis any
		in       any
		want     template.HTML
	}{
		{10, nil, "A sentence that is long", "A sentence …"},
		{10, nil, "short", "short"},
		{5, "<>", "a&b c d", "a&amp;b c&lt;&gt;"},
		{5, template.HTML("<i>…</i>"), "abcdefg", "abcde<i>…</i>"},
		{9, nil, template.HTML("<b>bold text here</b> and more"), "<b>bold text …</b>"},
		{10, nil, template.HTML("<em>Keep my HTML</em>"), "<em>Keep my …</em>"},
		{3, nil, template.HTML(`<p>a <b>bc</b> <i>d<br>e <img src="x" /></i> f</p>`), "<p>a …</p>"},
		{7, nil, template.HTML("<p>one <b>two</b> three</p> four"), "<p>one <b>two …</b></p>"},
		{2, nil, template.HTML("a < b"), "a …"},
		{3, nil, "日本語です", "日本語 …"},
		{2, nil, template.HTML("<p\nclass=x>abcd</p>"), "<p\nclass=x>ab …</p>"},
		{0, nil, "abc", " …"},
		{-1, nil, "abc", " …"},
	} {
		args := []any{c.in}
		if c.ellipsis != nil {
			args = []any{c.ellipsis, c.in}
		}
		got, err := truncate(c.n, args...)
		if err != nil || got != c.want {
			t.Errorf("truncate %d %v %q = %q, %v, want %q", c.n, c.ellipsis, c.in, got, err, c.want)
		}
	}
}

// TestLocales checks the order in which languages are tried.
func TestLocales(t *testing.T) {
	for _, c := range []struct {
		l    Language
		want string
	}{
		{Language{Key: "de"}, "1.234,50 Montag, 6. Mai 2024 Mo. 6. Mai"},
		{Language{Key: "x", Locale: "fr-CA", Default: "de"}, "1 234,50 lundi 6 mai 2024 lun. 6. mai"},
		{Language{Key: "tlh", Default: "de"}, "1.234,50 Montag, 6. Mai 2024 Mo. 6. Mai"},
		{Language{Key: "tlh", Default: "vlc"}, "1,234.50 Monday, May 6, 2024 Mon 6. May"},
		{Language{Key: "pt-BR"}, "1.234,50 segunda-feira, 6 de maio de 2024 seg. 6. maio"},
	} {
		e := &Env{Language: func() Language { return c.l }}
		got, err := plainText(e, `{{ lang.FormatNumber 2 1234.5 }} {{ time.Format ":date_full" . }} {{ time.Format "Mon 2. January" . }}`, time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC))
		if err != nil {
			t.Errorf("%v: %v", c.l, err)
		}
		got = strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(got)
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.l, got, c.want)
		}
	}
}

// TestEnv checks that the functions use their Env.
func TestEnv(t *testing.T) {
	var said []string
	say := func(what string) func(id, message string) {
		return func(id, message string) { said = append(said, what+" "+id+": "+message) }
	}
	madrid, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Skip("no time zones on this machine")
	}
	e := &Env{
		Warn: say("warn"), Error: say("error"),
		Location:   func() *time.Location { return madrid },
		Call:       func(name string, args ...any) (any, error) { return fmt.Sprint(name, args), nil },
		NewScratch: func() any { return "scratch" },
		Counter:    func() uint64 { return 7 },
		Random:     func() uint64 { return 1 },
		TitleStyle: func() string { return "go" },
		URLize:     func(s string) string { return "url:" + s },
		Anchorize:  func(s string) string { return "id:" + s },
		Classify: func(v any) Class {
			if v == "page" {
				return IsPage | IsResource
			}
			return 0
		},
	}
	text := `{{ warnf "%d" 1 }}{{ warnidf "w-id" "x" }}{{ errorf "bad" }}{{ erroridf "e-id" "y" }}{{ isset 5 1 }}
{{ time.AsTime "2024-01-02" }} {{ apply (slice "a") "partial" "x" "." }} {{ newScratch }} {{ math.Counter }} {{ title "a of b" }} {{ urlize "x" }} {{ anchorize "y" }}
{{ reflect.IsPage "page" }} {{ reflect.IsResource "page" }} {{ reflect.IsSite "page" }} {{ reflect.IsPage "x" }} {{ eq math.Rand math.Rand }}`
	got, err := plainText(e, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `false
2024-01-02 00:00:00 +0100 CET [partial[x a]] scratch 7 A Of B url:x id:y
true true false false true`
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	wantSaid := []string{"warn : 1", "warn w-id: x", "error : bad", "error e-id: y", "warn : isset of 5 (int) with key 1 is always false"}
	if !reflect.DeepEqual(said, wantSaid) {
		t.Errorf("said %q, want %q", said, wantSaid)
	}
}

// resource is a placeholder for a view of a file.
type resource struct{ Content, MediaType any }

func (resource) String() string { return "a resource" }

func TestUnmarshalResource(t *testing.T) {
	e := testEnv("en")
	e.Classify = func(v any) Class {
		if _, ok := v.(*resource); ok {
			return IsResource
		}
		return 0
	}
	type mediaType struct {
		Type     string
		Suffixes []string
	}
	for _, c := range []struct {
		r    *resource
		want string
	}{
		{&resource{`{"a": 1}`, "application/json"}, "map[a:1]"},
		{&resource{`{"a": 1}`, "application/ld+json"}, "map[a:1]"},
		{&resource{"a: x=y", mediaType{"text/plain", []string{"txt", "yml"}}}, "map[a:x=y]"},
		{&resource{template.HTML("a,b"), mediaType{Type: "text/csv"}}, "[[a b]]"},
		{&resource{"a=1", "application/x-toml"}, "map[a:1]"},
		{&resource{"x", "image/png"}, "ERR a resource of type image/png is neither"},
	} {
		got, err := plainText(e, "{{ unmarshal . }}", c.r)
		if err != nil {
			got = "ERR " + err.Error()
		}
		if !strings.HasPrefix(c.want, "ERR ") && got != c.want || !strings.Contains(got, strings.TrimPrefix(c.want, "ERR ")) {
			t.Errorf("unmarshal %v = %s, want %s", *c.r, got, c.want)
		}
	}
	if _, err := plainText(e, "{{ unmarshal . }}", struct{ X int }{}); err == nil || !strings.Contains(err.Error(), "cannot parse") {
		t.Errorf("unmarshal of a struct: %v", err)
	}
}

// TestAliasesLeadSomewhere checks that every short name is a function, and that the caller may change the map.
func TestAliasesLeadSomewhere(t *testing.T) {
	namespaces := Namespaces(complete(&Env{}))
	for alias, full := range Aliases() {
		ns, name, _ := strings.Cut(full, ".")
		if namespaces[ns][name] == nil {
			t.Errorf("%s leads to %s, which is not there", alias, full)
		}
	}
	m := Aliases()
	m["upper"] = ""
	delete(namespaces["strings"], "ToUpper")
	if Aliases()["upper"] == "" || Namespaces(complete(&Env{}))["strings"]["ToUpper"] == nil {
		t.Error("a caller can change what others get")
	}
	for ns, members := range namespaces {
		for name, fn := range members {
			typ := reflect.TypeOf(fn)
			if typ.Kind() != reflect.Func || typ.NumOut() < 1 || typ.NumOut() > 2 || typ.NumOut() == 2 && typ.Out(1) != reflect.TypeFor[error]() {
				t.Errorf("%s.%s is a %s, which no template can call", ns, name, typ)
			}
		}
	}
}

func Example() {
	fs := Namespaces(&Env{Language: func() Language { return Language{Key: "fr"} }})
	t := template.Must(template.New("page").Funcs(map[string]any{
		"title":  fs["strings"]["Title"],
		"number": fs["lang"]["FormatNumber"],
		"date":   fs["time"]["Format"],
	}).Parse(`{{ title "the art of war" }}: {{ number 1 1234.5 }}, {{ date "2 January" "2024-05-01" }}`))
	var b strings.Builder
	if err := t.Execute(&b, nil); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.ReplaceAll(b.String(), "\u202f", " "))
	// Output: The Art of War: 1 234,5, 1 mai
}

func BenchmarkEq(b *testing.B) {
	eq := Namespaces(complete(&Env{}))["compare"]["Eq"].(func(any, ...any) (bool, error))
	b.ReportAllocs()
	for b.Loop() {
		if ok, _ := eq("posts", "docs", "posts"); !ok {
			b.Fatal("not equal")
		}
	}
}

func BenchmarkWhere(b *testing.B) {
	ps := make(posts, 10_000)
	for i := range ps {
		ps[i] = &post{section: []string{"blog", "docs"}[i%2], params: folded{"color": "red"}}
	}
	where := Namespaces(viewEnv())["collections"]["Where"].(func(any, any, ...any) (any, error))
	for _, c := range [][]any{{"Section", "eq", "blog"}, {"Params.color", "ne", "red"}, {"Section", "in", []string{"x", "blog"}}} {
		b.Run(fmt.Sprint(c[0], c[1]), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := where(ps, c[0], c[1:]...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkFormat(b *testing.B) {
	when := time.Date(2024, 5, 6, 7, 8, 9, 10, time.FixedZone("", 7200))
	for _, key := range []string{"en", "fr"} {
		format := Namespaces(testEnv(key))["time"]["Format"].(func(any, any) (string, error))
		b.Run(key, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := format("Monday, 2 January 2006", when); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
