package funcs

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
)

// post is a placeholder for a page view: its fields are only read through Env.Get.
type post struct {
	title, section string
	weight         int
	date           time.Time
	draft          bool
	params         folded
}

func (p *post) String() string { return p.title }

type posts []*post

// folded is a placeholder for parameters, whose keys are found in any case.
type folded map[string]any

func getView(v any, name string) (any, error) {
	switch v := v.(type) {
	case *post:
		if v == nil {
			return nil, fmt.Errorf("nil post has no %s", name)
		}
		switch name {
		case "Title":
			return v.title, nil
		case "Section":
			return v.section, nil
		case "Weight":
			return v.weight, nil
		case "Date":
			return v.date, nil
		case "Draft":
			return v.draft, nil
		case "Params":
			return v.params, nil
		case "Self":
			return v, nil
		}
		return nil, fmt.Errorf("post has no %s", name)
	case folded:
		e := v[strings.ToLower(name)]
		if m, ok := e.(map[string]any); ok {
			return folded(m), nil
		}
		return e, nil
	}
	return getPlain(v, name)
}

func viewEnv() *Env {
	e := testEnv("en")
	e.Get = getView
	e.Params = func(v any) (map[string]any, bool) { m, ok := v.(folded); return m, ok }
	e.List = func(elem reflect.Type) reflect.Type {
		if elem == reflect.TypeFor[*post]() {
			return reflect.TypeFor[posts]()
		}
		return nil
	}
	e.Group = func(key, items any) (any, error) { return fmt.Sprintf("%v: %v", key, items), nil }
	return e
}

func day(d int) time.Time { return time.Date(2024, 5, d, 12, 0, 0, 0, time.UTC) }

func somePosts() posts {
	return posts{
		{"Alpha", "blog", 2, day(1), false, folded{"color": "red", "tags": []any{"a", "b"}, "price": 10, "author": map[string]any{"name": "Ann"}}},
		{"beta", "docs", 1, day(2), true, folded{"color": "blue", "tags": []any{"b", "c"}, "price": 2.5, "event": frontmatter.Local{Year: 2024, Month: 4, Day: 1, HasDate: true}}},
		{"Gamma", "blog", 0, day(3), false, folded{"price": 30, "exclude": true, "author": map[string]any{"name": "Bob"}}},
	}
}

func TestWhere(t *testing.T) {
	ps := somePosts()
	dot := map[string]any{
		"posts": ps, "second": day(2), "one": ps[1], "nothing": nil,
		"maps":   []map[string]any{{"n": 1}, {"n": 2.0}, {"n": uint64(3)}, {"n": "4"}, {"m": 1}},
		"any":    []any{map[string]any{"s": "abc", "b": true}, map[string]any{"s": "xyz"}, ps[0], nil, 7},
		"byYear": map[string]posts{"2023": ps[:1], "2024": ps[1:]},
		"keyed":  []map[int]string{{1: "x"}, {2: "x"}},
		"times":  []any{day(1), day(3)},
		"string": []map[string]string{{"k": "v"}, {"k": "w"}},
	}
	for _, c := range []struct{ args, want string }{
		{`.posts "Section" "blog"`, "[Alpha Gamma]"},
		{`.posts "Section" "eq" "blog"`, "[Alpha Gamma]"},
		{`.posts "Section" " == " "blog"`, "[Alpha Gamma]"},
		{`.posts "Section" "!=" "blog"`, "[beta]"},
		{`.posts "Section" "<>" "blog"`, "[beta]"},
		{`.posts "Section" "in" (slice "docs" "news")`, "[beta]"},
		{`.posts "Section" "not in" (slice "docs" "news")`, "[Alpha Gamma]"},
		{`.posts "Section" "in" "blog and docs"`, "[Alpha beta Gamma]"},
		{`.posts "Section" "not in" "blog"`, "[beta]"},
		{`.posts "Section" "in" slice`, "[]"},
		{`.posts "Section" "not in" slice`, "[Alpha beta Gamma]"},
		{`.posts "Section" "in" (slice 1 2)`, "[]"},
		{`.posts "Section" "not in" (slice 1 2)`, "[Alpha beta Gamma]"},
		{`.posts "Section" "not in" (slice 1 "docs")`, "[Alpha Gamma]"},
		{`.posts "Title" "like" "(?i)^B"`, "[beta]"},
		{`.posts "Weight" "like" "1"`, "[]"},
		{`.posts "Weight" "gt" 0`, "[Alpha beta]"},
		{`.posts "Weight" "GE" 1.5`, "[Alpha]"},
		{`.posts "Weight" "lt" "1"`, "[]"},
		{`.posts "Weight" "in" (slice 1 2)`, "[Alpha beta]"},
		{`.posts "Weight" "in" (slice 1.0 "x" 2)`, "[Alpha beta]"},
		{`.posts "Weight" "not in" (slice 1 2)`, "[Gamma]"},
		{`.posts "Draft" true`, "[beta]"},
		{`.posts "Draft" "ne" true`, "[Alpha Gamma]"},
		{`.posts "Draft" "gt" false`, "[]"},
		{`.posts "Draft" "eq" "false"`, "[]"},
		{`.posts "Date" "le" .second`, "[Alpha beta]"},
		{`.posts "Date" "in" .times`, "[Alpha Gamma]"},
		{`.posts "Date" "not in" .times`, "[beta]"},
		{`.posts "Params.color" "red"`, "[Alpha]"},
		{`.posts ".Params.COLOR" "red"`, "[Alpha]"},
		{`.posts "Params.color" "ne" nil`, "[Alpha beta]"},
		{`.posts "Params.color" nil`, "[Gamma]"},
		{`.posts "Params.color" "eq" .nothing`, "[Gamma]"},
		{`.posts "Params.color" "ne" "red"`, "[beta Gamma]"},
		{`.posts "Params.color" "gt" nil`, "[]"},
		{`.posts "Params.exclude" "ne" true`, "[Alpha beta]"},
		{`.posts "Params.exclude" "eq" false`, "[]"},
		{`.posts "Params.price" "ge" 10`, "[Alpha Gamma]"},
		{`.posts "Params.price" 2.5`, "[beta]"},
		{`.posts "Params.price" "in" (slice 2.5 30)`, "[beta Gamma]"},
		{`.posts "Params.tags" "intersect" (slice "c" "d")`, "[beta]"},
		{`.posts "Params.tags" "intersect" (slice 1)`, "[]"},
		{`.posts "Params.tags" "in" (slice "a")`, "[]"},
		{`.posts "Params.author.name" "Bob"`, "[Gamma]"},
		{`.posts "Params.Author.Name" "like" "^A"`, "[Alpha]"},
		{`.posts "Params.event" "lt" .second`, "[beta]"},
		{`.posts "Self" .one`, "[beta]"},
		{`.posts "Self" "ne" .one`, "[Alpha Gamma]"},
		{`.posts "Nonsense" nil`, "[Alpha beta Gamma]"},
		{`.posts "Params.color.x.y" "red"`, "[]"},
		{`.maps "n" "ge" 2`, "[map[n:2] map[n:3]]"},
		{`.maps "n" 3`, "[map[n:3]]"},
		{`.maps "n" "in" (slice 3 1)`, "[map[n:1] map[n:3]]"},
		{`.maps "n" "4"`, "[map[n:4]]"},
		{`.maps "n" nil`, "[map[m:1]]"},
		{`.any "s" "like" "b"`, "[map[b:true s:abc]]"},
		{`.any "b" true`, "[map[b:true s:abc]]"},
		{`.any "Title" "Alpha"`, "[Alpha]"},
		{`.byYear "Section" "docs"`, "map[2024:[beta Gamma]]"},
		{`.keyed 1 "x"`, "[map[1:x]]"},
		{`.string "k" "w"`, "[map[k:w]]"},
		{`slice "a" 1`, "[]"},
	} {
		got, err := plainText(viewEnv(), "{{ where "+c.args+" }}", dot)
		if err != nil {
			t.Errorf("where %s: %v", c.args, err)
		} else if got != c.want {
			t.Errorf("where %s = %s, want %s", c.args, got, c.want)
		}
	}
	for _, c := range []struct{ args, want string }{
		{`.posts "Section" "equals" "x"`, `unknown operator "equals"`},
		{`.posts "Section" "lik" "x"`, `did you mean "like"?`},
		{`.posts "Section" 1 "x"`, "the operator must be a string, not 1 (int)"},
		{`.posts "Section"`, "want 3 or 4, got 2"},
		{`.nothing "Section" "x"`, "the list is nil"},
		{`12 "Section" "x"`, "12 (int) is not a list"},
		{`.posts "Title" "like" "("`, "missing closing )"},
		{`.posts "Params.many" "intersect" (slice (dict))`, ""},
	} {
		_, err := plainText(viewEnv(), "{{ where "+c.args+" }}", dot)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("where %s: %v", c.args, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("where %s: error %v, want one with %q", c.args, err, c.want)
		}
	}
}

// TestTypesStay checks that lists of views stay lists of views.
func TestTypesStay(t *testing.T) {
	ps := somePosts()
	fs := Namespaces(viewEnv())["collections"]
	for _, c := range []struct {
		name string
		args []any
	}{
		{"Where", []any{ps, "Section", "blog"}},
		{"First", []any{2, ps}},
		{"Last", []any{1, ps}},
		{"After", []any{1, ps}},
		{"Reverse", []any{ps}},
		{"Shuffle", []any{ps}},
		{"Sort", []any{ps, "Title", "desc"}},
		{"Slice", []any{ps[0], ps[1]}},
		{"Append", []any{ps[0], ps[1], ps}},
		{"Append", []any{ps[:1], ps}},
		{"Append", []any{ps[0], []any{}}},
		{"Union", []any{ps, ps[:1]}},
		{"Union", []any{posts{}, ps[:1]}},
		{"Intersect", []any{ps, ps[1:]}},
		{"Complement", []any{ps[:1], ps}},
		{"SymDiff", []any{ps[:1], ps}},
		{"Uniq", []any{append(ps, ps...)}},
	} {
		got, err := invoke(c.name, reflect.ValueOf(fs[c.name]), c.args...)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if _, ok := got.(posts); !ok {
			t.Errorf("%s gives a %T, want posts", c.name, got)
		}
	}
	if len(ps) != 3 || ps[0].title != "Alpha" {
		t.Errorf("the list was changed: %v", ps)
	}
}

func TestCollections(t *testing.T) {
	ps := somePosts()
	dot := map[string]any{
		"posts": ps, "first": ps[0], "nil": nil, "params": folded{"a": map[string]any{"b": 1}, "list": []any{1, 2}},
		"ints": []int{3, 1}, "array": [2]int{1, 2}, "html": []any{"b", "a"},
		"bytes": []byte("abc"), "time": day(1),
		"ranked": posts{{title: "D"}, {title: "B", params: folded{"rank": uint64(1)}}, {title: "G", params: folded{"rank": uint64(2)}}, {title: "A", params: folded{"rank": uint64(3)}}},
	}
	for _, c := range []struct{ text, want string }{
		// sort
		{`{{ sort .posts "Title" }} {{ sort .posts "Weight" "desc" }}`, "[Alpha beta Gamma] [Alpha beta Gamma]"},
		{`{{ sort .posts "Date" "desc" }} {{ sort .posts "Params.price" }}`, "[Gamma beta Alpha] [beta Alpha Gamma]"},
		{`{{ sort .posts "Params.author.name" "desc" }}`, "[Alpha beta Gamma]"},
		{`{{ sort (slice "10" "9" "a" "B") }} {{ sort (slice 10 9.5 "1") }}`, "[10 9 a B] [1 9.5 10]"},
		{`{{ sort .ranked "Params.rank" "desc" }} {{ sort .ranked "Params.rank" }}`, "[A G B D] [D B G A]"},
		{`{{ sort (dict "b" "x" "a" "y") "value" }} {{ sort (dict "b" "x" "a" "y") }}`, "[x y] [y x]"},
		{`{{ sort (slice (dict "k" 2) (dict "k" -1) (dict)) "k" }}`, "[map[k:-1] map[] map[k:2]]"},
		{`{{ sort (slice true false) }} {{ sort .array "value" "desc" }}`, "[false true] [2 1]"},
		// index
		{`{{ index .params "A" "B" }} {{ index .params (slice "a" "b") }} {{ index .params "a" "b" "c" }} {{ index .params "x" "y" }}`, "1 1 <no value> <no value>"},
		{`{{ index .nil "x" }} {{ index (dict "a" nil) "a" "b" }} {{ index (slice 1) -1 }} {{ index (slice 1) 0.0 | default "x" }}`, "ERR index: a list is not indexed with 0 (float64)"},
		{`{{ index "abc" 1 }} {{ index (dict "a" (slice 1 2)) "a" 1 }} {{ index .array 1 }}`, "98 2 2"},
		{`{{ index 5 1 }}`, "ERR index: 5 (int) has no index"},
		{`{{ index (dict "a" 1) 1 }}`, "ERR index: 1 (int) is not a key of a map of string"},
		// isset
		{`{{ isset .params "a" }} {{ isset (slice 1 2) 2 }} {{ isset (slice 1 2) "1" }} {{ isset (dict "x" nil) "x" }} {{ isset .nil "x" }} {{ isset (dict) 1 }}`, "true false true true false false"},
		// in
		{`{{ in (slice 1 2) 2.0 }} {{ in (slice (dict "a" 1)) (dict "a" 1) }} {{ in .posts .first }} {{ in .nil 1 }} {{ in (slice 1) nil }} {{ in 123 2 }}`, "true true true false false true"},
		{`{{ in (slice "ab") "a" }} {{ in .bytes "b" }} {{ in (slice true) true }} {{ in (slice nil 1) 1 }}`, "false true true true"},
		// merge
		{`{{ merge (dict "A" 1 "b" 2) (dict "a" 3) }} {{ merge nil (dict "a" 1) }} {{ merge (dict "c" 1) .params }}`, "map[a:3 b:2] map[a:1] map[a:map[b:1] c:1 list:[1 2]]"},
		{`{{ merge (dict "A" (dict "X" 9)) .params }}`, "map[a:map[b:1 x:9] list:[1 2]]"},
		{`{{ merge (dict "a" 1) 5 }}`, "ERR merge: 5 (int) is not a map"},
		// sets
		{`{{ union (slice "a") (slice 1 "b") }} {{ union (slice 1 2) (slice 2.0 3) }} {{ union (slice 1) (slice "a") }} {{ union slice (slice true) }}`, "[a b] [1 2 3] [] [true]"},
		{`{{ union (slice 1 2) (slice 2.0 3.5) }} {{ union (slice 1.5) (slice 2) }} {{ union (slice "a" 1) (slice 1.0 nil "b") }} {{ union slice (slice 1 "a") }}`, "[1 2] [1.5 2] [a 1 b] [1 a]"},
		{`{{ intersect (slice "a" "b" "a") (slice "a") }} {{ intersect (slice 1 2.0) (slice 2 1.0) }} {{ intersect (slice true) (slice true) }} {{ intersect nil (slice 1) }}`, "[a] [1 2] [] []"},
		{`{{ uniq (slice (dict "a" 1) (dict "a" 1) (dict "a" 2)) }} {{ uniq (slice 1 1.0 2) }} {{ uniq .array }} {{ uniq nil }}`, "[map[a:1] map[a:2]] [1 2] [1 2] []"},
		{`{{ complement (slice 1.0) (slice 1 2) }} {{ complement (slice nil) (slice nil 1) }}`, "[2] [1]"},
		{`{{ symdiff (slice 1 2) (slice 2 "a") }}`, "[a 1]"},
		{`{{ complement (slice 1) 5 }}`, "ERR complement: 5 (int) is not a list"},
		{`{{ complement (slice (dict)) (slice 1) }}`, "ERR complement: a list of map[string]interface {} cannot be compared"},
		// append and slice
		{`{{ append nil (slice 1) }} {{ append 1 nil }} {{ append "a" (slice 1) }} {{ append nil "x" (slice "a") }} {{ append (slice 1) (slice "a") }}`, "[1 <nil>] [1] [1 a] [a <nil> x] [a 1]"},
		{`{{ append 1 2 }}`, "ERR append: 2 (int) is not a list"},
		{`{{ append (slice 1) (slice (slice "a")) }}`, "ERR append: cannot add a value of type []int to a list of lists of string"},
		{`{{ printf "%T %T %T" (slice 1 2) (slice 1 "a") (slice nil) }}`, "[]int []interface {} []interface {}"},
		// others
		{`{{ delimit (slice 1 nil "x" 2.5) "-" }} {{ delimit "ab" "-" }} {{ delimit .posts "," " and " }}`, "1--x-2.5 97-98 Alpha,beta and Gamma"},
		{`{{ querify }}|{{ querify (dict "b" 1 "a" "x y") }}|{{ querify (slice "q" true) }}|{{ querify "a" 1 "a" 2 }}`, "|a=x+y&b=1|q=true|a=1&a=2"},
		{`{{ querify "a" }}`, "ERR querify: want a map"},
		{`{{ querify "" 1 }}`, "ERR querify: a key is the empty string"},
		{`{{ group "k" .posts }}`, "k: [Alpha beta Gamma]"},
		{`{{ group nil .posts }}`, "ERR group: the key is nil"},
		{`{{ dict (slice "a" "b") 1 (slice "a" "c") 2 }}`, "map[a:map[b:1 c:2]]"},
		{`{{ dict "a" }}`, "ERR dict: every key needs a value"},
		{`{{ dict 1 2 }}`, "ERR dict: a key must be a string, not 1 (int)"},
		{`{{ apply (slice 1 2) "add" "." 10 }} {{ apply nil "add" }} {{ apply (slice "a") "strings.ToUpper" "." }}`, "[11 12] [] [A]"},
		{`{{ apply (slice 1) "upperr" "." }}`, `ERR apply: unknown function "upperr"`},
		{`{{ apply (slice 1) "apply" "." }}`, "ERR apply: cannot apply itself"},
		{`{{ collections.Reverse nil }} {{ collections.Reverse (slice 1 2) }}`, "<no value> [2 1]"},
		{`{{ seq 5 2 }} {{ seq 1 -2 -5 }} {{ seq "3" }}`, "[5 4 3 2] [1 -1 -3 -5] [1 2 3]"},
		{`{{ seq 1 0 2 }}`, "ERR seq: the increment must not be 0"},
		{`{{ seq 5 1 1 }}`, "ERR seq: the increment must be less than 0"},
		{`{{ seq 2000000 }}`, "ERR more than 1,000,000"},
		{`{{ first -1 (slice 1) }}`, "ERR first: the number must not be negative, got -1"},
		{`{{ first "x" (slice 1) }}`, `ERR first: "x" is not a whole number`},
		{`{{ after 1 (dict) }}`, "ERR after: a value of type map[string]interface {} is not a list"},
		{`{{ last 2 nil }}`, "ERR last: the number and the list must not be nil"},
	} {
		got, err := plainText(viewEnv(), c.text, dot)
		if want, isErr := strings.CutPrefix(c.want, "ERR "); isErr {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want one with %q", c.text, err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if got != c.want {
			t.Errorf("%s = %s, want %s", c.text, got, c.want)
		}
	}
}

// TestShuffleIsAFunctionOfItsSeed: equal builds give equal pages.
func TestShuffleIsAFunctionOfItsSeed(t *testing.T) {
	list := make([]int, 50)
	for i := range list {
		list[i] = i
	}
	seed := uint64(1)
	shuffle := func() []int {
		e := &Env{Random: func() uint64 { return seed }}
		v, err := invoke("shuffle", reflect.ValueOf(Namespaces(complete(e))["collections"]["Shuffle"]), list)
		if err != nil {
			t.Fatal(err)
		}
		return v.([]int)
	}
	a, b := shuffle(), shuffle()
	seed = 2
	c := shuffle()
	if !reflect.DeepEqual(a, b) || reflect.DeepEqual(a, c) || reflect.DeepEqual(a, list) {
		t.Errorf("shuffled to %v, again to %v, with another seed to %v", a, b, c)
	}
	seen := map[int]bool{}
	for _, n := range a {
		seen[n] = true
	}
	if len(seen) != len(list) {
		t.Errorf("%d of %d elements are left", len(seen), len(list))
	}
}
