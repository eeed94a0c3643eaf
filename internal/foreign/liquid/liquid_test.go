package liquid

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/testing/cputime"
)

// execute executes a text with some values, and returns the constructs that were left out.
func execute(text string) (out string, lines []int, left []string) {
	values := map[string]any{
		"page":  map[string]any{"title": "T & U", "list": []any{3, 1, 2}, "none": nil},
		"table": &Table{Names: []string{"z", "a"}, Values: map[string]any{"z": 1, "a": 2.0}},
		"posts": []any{
			map[string]any{"t": "b", "n": 2, "tags": []any{"x"}},
			map[string]any{"t": "a", "n": 1, "tags": []any{"x", "y"}},
			map[string]any{"t": "c"},
		},
		"day": time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), "lost": Unknown("lost"),
	}
	e := &Engine{
		Value:  func(_ *Run, name string) any { return values[name] },
		Tags:   map[string]Tag{"quiet": nil, "say": func(_ *Run, args string) (string, bool) { return args, args != "" }},
		Blocks: map[string]Block{"box": func(_ *Run, args, body string) string { return "[" + args + body + "]" }},
		Leave:  func(line int, name, _ string) { left = append(left, fmt.Sprintf("%d %s", line, name)) },
		Sharps: true,
	}
	out, lines = e.Execute(text)
	return out, lines, left
}

func TestExecute(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"a {{ page.title }} {{ page['title'] }} {{ page.list[1] }}{{ page.list.first }}{{page.list.size}}", "a T & U T & U 133"},
		{"{{ page.none }}{{ none.of.these }}{{}}{{ }}.", "."},
		{"{% if page.list %}a{% else %}b{% endif %}{% if page.none %}a{% elsif true %}c{% endif %}{% unless false %}d{% else %}e{% endunless %}", "acd"},
		{"{% if true or false and false %}a{% endif %}{% if 1 <= 1.0 and 'b' > 'a' and 1 <> 2 %}b{% endif %}{% if 'a' < 1 %}c{% endif %}", "ab"},
		{"{% if page.list contains 3 %}a{% endif %}{% if 'abc' contains 'd' %}b{% endif %}{% if '' == empty and page.none == blank and page.list != empty %}c{% endif %}", "ac"},
		{"{% case 2 %}x{% when 1 %}a{% when 2, 3 %}b{% when 4 or 2 %}c{% else %}d{% endcase %}{% case 9 %}{% when 1 %}{% else %}e{% endcase %}", "bce"},
		{"{% for x in page.list %}{{ x }}{% if forloop.last %}!{% endif %}{% endfor %}{% for x in none %}{% else %}e{% endfor %}", "312!e"},
		{"{% for x in page.list reversed limit:2 offset:1 %}{{ x }}{% endfor %} {% for i in (1..page.list.size) %}{{ i }}{% endfor %} {% for x in page.list limit:1 %}{{ x }}{% endfor %}{% for x in page.list offset:continue %}-{{ x }}{% endfor %}", "21 123 3-1-2"},
		{"{% for i in (1..9) %}{% if i == 2 %}{% continue %}{% endif %}{% if i == 4 %}{% break %}{% endif %}{{ i }}{% for j in (1..2) %}{{ forloop.parentloop.index }}{% endfor %}{% endfor %}", "111333"},
		{"{% for p in table %}{{ p[0] }}={{ p[1] }} {% endfor %}{% for k, v in table %}{{ k }}{{ v }}{% endfor %} {{ table }}", "z=1 a=2.0 z1a2.0 {\"z\"=>1, \"a\"=>2.0}"},
		{"{% assign x = 'a,b' | split: ',' %}{% capture y %}{{ x | join: '-' }}{% endcapture %}{{ y }} {% set z = 1 %}{{ z }}{% set w %}c{% endset %}{{ w }}", "a-b 1c"},
		{"{% increment a %}{% increment a %}{% decrement b %} {% cycle 'x', 'y' %}{% cycle 'x', 'y' %}{% cycle 'g': 1, 2 %}", "01-1 xy1"},
		{"{% increment n %}{{ n }}{% decrement n %}{{ n }}", "0100"},
		{"a{% comment %}b{%- comment -%}c{% endcomment %}d{%- endcomment -%} e{{ \"f\r\ng\" | newline_to_br }}", "aef<br />\ng"},
		{"{{ posts | reject: 'n', 1 | map: 't' }} {{ posts | has: 'tags', 'y' }} {{ posts | has: 'n', 7 }} {{ posts | find_index: 't', 'a' }}{{ posts | find_index: 'x' }} {% assign p = posts | find: 't', 'c' %}{{ p.t }}", "bc true false 1 c"},
		{"{% liquid\n assign x = 'a'\n if x == 'a'\n  echo x | append: 'b'\n else\n  echo 'c'\n endif\n # echo 'd'\n comment\n echo 'e'\n endcomment\n%}{%- liquid echo 'f' -%} ", "abf"},
		{"{% for i in (1..9) %} {% assign x = i %} {% endfor %}{% if true %}\n{% unless x %} {% endunless %}\n{% capture y %} z {% endcapture %}{% endif %}{{ x }}{% if true %} {{ y }}{% endif %}", "9  z "},
		{"{% for i in (1..4) %}{% ifchanged %}{{ i | divided_by: 2 }}{% endifchanged %}{% endfor %}", "012"},
		{"a  {{- 1 -}}  b {%- if true -%} c {%- endif %} d", "a1bc d"},
		{"{% raw %}{{ a }}{% b %}{% endraw %}{% comment %}{{ x }}{% if %}{% endcomment %}{# c #}{{ '{{' }}", "{{ a }}{% b %}{{"},
		{"{{< a >}} {{% b %}} {%} { {{ 'unclosed", "{{< a >}} {{% b %}} {%} { {{ 'unclosed"},
		{"{% box a%}{{ 1 }}{% endbox %}{% quiet x %}{% say b %}", "[a1]b"},
		{"{% tablerow i in (1..3) cols:2 %}{{ i }}{% endtablerow %}", "<tr class=\"row1\">\n<td class=\"col1\">1</td><td class=\"col2\">2</td></tr>\n<tr class=\"row2\"><td class=\"col1\">3</td></tr>\n"},
		{"{{ 7 | divided_by: 2 }} {{ 7 | divided_by: 2.0 }} {{ -7 | modulo: 3 }} {{ '3' | plus: '4' }} {{ 1.5 | times: 2 }} {{ 4.5 | round }} {{ 4.567 | round: 2 }} {{ 1 | divided_by: 0 }}", "3 3.5 2 7 3.0 5 4.57 "},
		{"{{ posts | sort: 't' | map: 't' | join }} {{ posts | where: 'n', 1 | map: 't' }} {{ posts | where_exp: 'p', 'p.n > 1' | map: 't' }} {{ posts | where: 'tags', 'x' | size }}", "a b c a b 2"},
		{"{% assign g = posts | group_by: 'n' %}{% for x in g %}{{ x.name }}:{{ x.items | map: 't' }}{{ x.size }} {% endfor %}{{ posts | sort: 'n' | map: 't' }} {{ posts | sort: 'n', 'last' | map: 't' }}", "2:b1 1:a1 :c1 cab abc"},
		{"{{ posts | map: 'tags' | compact | uniq | array_to_sentence_string }} {{ page.list | array_to_sentence_string: 'or' }} {{ page.list | jsonify }}{{ page.list | json }}", "x and y 3, 1, or 2 [3,1,2]"},
		{"{{ day | date: '%b %-d, %Y %H:%M' }} {{ '2026-03-04' | date: '%j' }} {{ 'soon' | date: '%Y' }} {{ 0 | date: '%Y' }}", "Jan 2, 2026 03:04 063 soon 1970"},
		{"{{ 'aXbXc' | split: 'X' | last }} {{ 'abc' | slice: -2, 2 }} {{ 'a b c' | truncatewords: 2 }} {{ 'abcdef' | truncate: 5 }} {{ \"<'>\" | escape }} {{ 'ab' | replace: 'a', 'c' }} {{ nil | default: 'd' }} {{ 'É' | downcase }}", "c bc a b... ab... &lt;&#39;&gt; cb d é"},
		{"{% if not page.none %}a{% endif %}{{ 'x' | replace('x', 'y') | upper }}{% if 1 === 1 %}b{% elif true %}c{% endif %}{% for i in [1, 2] %}{{ loop.index }}{% endfor %}", "aYb12"},
		{"{% assign s = table | sort %}{% for p in s %}{{ p | first }}{{ p | last }} {% endfor %}{{ 'a' | first }}{{ table | first }}", "a2.0 z1 z1"},
		{"{{ 3.14159 | times: 1.5 }} {{ 0.1 | plus: 0.2 }} {{ '12 days' | plus: 1 }} {{ ' 2.5 ' | plus: '1' }} {{ 42 | round: 1 }} {{ 13 | times: 0.185 | round: 2 }} {{ 3.2 | at_least: 5 }} {{ 7 | at_most: 2.5 }}", "4.712385 0.3 13 3.5 42 2.41 5 2.5"},
		{"{% for i in(1..2)%}{{i}}{%endfor%}{% assign l = posts | map: 'tags' %}{{ posts | map: 'n' | compact | join: ',' }}", "122,1"},
	} {
		got, _, left := execute(tt.in)
		left = slices.DeleteFunc(left, func(s string) bool { return s == "1 | divided_by" || s == "1 | jsonify" })
		if got != tt.want || len(left) > 0 {
			t.Errorf("%s\ngot  %q\nwant %q, %v", tt.in, got, tt.want, left)
		}
	}
}

// Expressions of Jinja, with the values that Jinja 3.1 gives them.
func TestJinja(t *testing.T) {
	values := map[string]any{"n": 3, "f": 1.5, "s": "abc", "l": []any{1, 2, 3}, "e": []any{}, "t": map[string]any{"a-b": 1, "c": "d"}, "w": "foo bar baz qux quux", "p": []any{
		map[string]any{"n": "Bo", "a": 3, "g": "x"},
		map[string]any{"n": "Al", "a": 1, "g": "y"},
		map[string]any{"n": "Cy", "a": 2, "g": "x", "ok": true},
	}}
	for _, tt := range []struct{ in, want string }{
		{"{{ n + 1 }} {{ n-1 }} {{ n * 2 ** 2 }} {{ n // 2 }} {{ n / 2 }} {{ 6 / 2 }} {{ n % 2 }} {{ -n }} {{ 1 - -1 }} {{ f * 2 }} {{ 2 + 3 * 4 }} {{ (2 + 3) * 4 }}", "4 2 12 1 1.5 3.0 1 -3 2 3.0 14 20"},
		{"{{ s + 'd' }} {{ s * 2 }} {{ n ~ 'x' ~ 1 + 1 }} {{ l + [4] | length }} {{ l[0] + l[-1] }} {{ (l + [4]) | length }} {{ s|upper ~ s.upper() }}", "abcd abcabc {{ n ~ 'x' ~ 1 + 1 }} {{ l + [4] | length }} 4 4 ABCABC"},
		{"{% if n > 2 and l|length == 3 %}a{% endif %}{% if n is odd and n is not even %}b{% endif %}{% if 2 in l and 9 not in l %}c{% endif %}{% if e or '' or 0 %}d{% else %}e{% endif %}{% if n is divisibleby(3) %}f{% endif %}{% if s is string and t is mapping %}g{% endif %}", "abcefg"},
		{"{{ 'y' if n == 3 else 'z' }} {{ 'y' if not n }} {{ e or 'none' }} {{ n and s }} {{ n is odd }} {{ true or false and false }} {{ n >= 3 }}", "y  none abc True True True"},
		{"{% set x = n * 2 %}{{ x }} {% for i in range(n) %}{{ i }}{% endfor %} {% for i in range(1, n + 1) if i is odd %}{{ i }}{% endfor %} {{ l | max }} {{ l|sum + 1 }} {{ '%s-%s' | format(n, s) }} {{ t.get('c') }}{{ t.get('x', 'y') }}{{ t['a-b'] }}", "6 012 13 3 7 3-abc dy1"},
		{"{{ p | map(attribute='n') | join(', ') }} {{ l | map('string') | join }} {% for i in p | sort(attribute='a') %}{{ i.n }}{% endfor %} {{ p | selectattr('ok') | map(attribute='n') | join }} {{ p | rejectattr('ok') | map(attribute='n') | join(d='/') }} {{ p | selectattr('g', 'equalto', 'x') | sum(attribute='a') }} {{ l | select('odd') | join }} {{ l | reject('odd') | join }}", "Bo, Al, Cy 123 AlCyBo Cy Bo/Al 5 13 2"},
		{"{% for g, i in p | groupby('g') %}{{ g }}:{{ i | length }};{% endfor %} {% for k, v in t | dictsort %}{{ k }}{{ v }}{% endfor %} {% for r in l | batch(2, 'z') %}{{ r | join }};{% endfor %} {{ 'a\nb' | indent(width=1, first=true) }} {{ w | truncate(9) }} {{ w | truncate(9, true) }} {{ w | truncate(length=12, end='!') }} {{ w | truncate(16) }}{% for i in l %} {{ loop.revindex }}{% endfor %}", "x:2;y:1; a-b1cd 12;3z;  a\n b foo... foo ba... foo bar! foo bar baz qux quux 3 2 1"},
		{"{% macro m(x, y=2, z='c') %}{{ x }}{{ y }}{{ z }}{% endmacro %}{{ m(1) }} {{ m(z=3, x=n) }} {{ m(1, 5) | upper }}{% if m(1) == '12c' %}!{% endif %} {% macro list(i) %}<{% for x in i %}{{ caller(x) }}{% endfor %}>{% endmacro %}{% call(v) list([1, 2]) %}{{ v }}{{ s }};{% endcall %}", "12c 323 15C! <1abc;2abc;>"},
		{"{% macro m() %}{% set s = 'in' %}{{ s }}{{ n }}{% endmacro %}{{ m() }}{{ s }} {% filter upper | replace('B', 'x') %}a{{ s }}{% endfilter %} {{ fn(n, a='b') }} {% macro deep(x) %}{{ x }}{% if x %}{{ deep(x - 1) }}{% endif %}{% endmacro %}{{ deep(3) }}", "in3abc AAxC {{ fn(n, a='b') }} 3210"},
		{"{{ {'a': 1}['a'] }} {{ l[1:] }} {{ l[:-1] }} {{ l[::-1] }} {{ s[1:3] }} {{ s[0] }} {{ {'k': [1, 2]}['k'][0] }} {{ (1, 2, 3)[1] }} {{ ['a', \"b'c\", 1.0, true] }} {{ {'a': {'b': 1}} }} {{ '}}' }} {{ 'it\\'s' }}", "1 [2, 3] [1, 2] [3, 2, 1] bc a 1 2 ['a', \"b'c\", 1.0, True] {'a': {'b': 1}} }} it's"},
		{"{% for k, v in {'b': 1, 'a': 2}.items() %}{{ k }}{{ v }} {% endfor %}{% for k in {'b': 1, 'a': 2} %}{{ k }}{% endfor %} {{ {'b': 1}.values() | list }} {{ 'a b'.split()[1].upper() }} {{ ', '.join(['x', 'y']) }} {{ dict(a=1).a }} {{ '%s-%d' % (s, n) }} {% set ns = namespace(x=0) %}{% for i in l %}{% set ns.x = ns.x + i %}{% endfor %}{{ ns.x }} {{ '' | default('z') }}{{ '' | default('z', true) }}{{ s.startswith('a') }}", "b1 a2 ba [1] B x, y 1 abc-3 6 zTrue"},
		{"{{ l | sort(other=1) }} {{ p | map('none') }} {{ l | select('none') }}", "{{ l | sort(other=1) }} {{ p | map('none') }} {{ l | select('none') }}"},
		{"{% for i in lost %}a{% else %}none{% endfor %}{% for i in [] %}a{% else %}none{% endfor %}", "none"},
		{"{% switch n %}{% case 1 %}a{% case 2 %}{% case 3 %}b{% case 4 %}c{% default %}d{% endswitch %} {% switch n %} {% case 3 %}{% case 4 %}b{% default %}c{% endswitch %} {% switch n %}{% case 4 %}b{% default %}c{% endswitch %}", "b b c"},
		{"{{ \"{{ n }}\" }} {{ 'a' }} {{ '{% b %}' }}", "{% raw %}{{ n }}{% endraw %} a {% raw %}{% b %}{% endraw %}"},
		{"{{ n + lost }} {{ n +}} {{ n + s }} {{ s.center(9) }} {{ 1 / 0 }} {{ fn(1) }}", "{{ n + lost }} {{ n +}} {{ n + s }} {{ s.center(9) }} {{ 1 / 0 }} {{ fn(1) }}"},
	} {
		e := &Engine{
			Value: func(_ *Run, name string) any {
				if v, ok := values[name]; ok {
					return v
				}
				return Unknown(name)
			},
			Leave: func(int, string, string) {}, Nunjucks: true, Keep: true,
		}
		if got, _ := e.Execute(tt.in); got != tt.want {
			t.Errorf("%s\ngot  %q\nwant %q", tt.in, got, tt.want)
		}
	}
}

// What is not known is left out and reported with its line; the rest of the text stays.
func TestLeftOut(t *testing.T) {
	got, _, left := execute("a{{ lost.x | upcase }}\n{% other %}{% if lost %}b{% endif %}\n{{ 1 | nothing }}{{ lost | default: 'c' }}\n{% if true %}d\n{% endcase %}{% else %}{% endfor %}e{% say %}")
	if want := "a\n\nc\nd\ne"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if want := []string{"4 if", "1 lost", "2 other", "2 lost", "3 | nothing", "5 say"}; !slices.Equal(left, want) {
		t.Errorf("left out: %q", left)
	}
}

// Blocks of an executed text are in the lines in which they were written.
func TestAligned(t *testing.T) {
	in := "1\n{% comment %}\n\n{% endcomment %}\n\n6\n\n{% for i in (1..1) %}\n{{ i }}\n{% endfor %}\n\n{% if\n\n  true %}x{% endif %}\n\n```\n{% assign a =\n 1 %}\n\n20\n```\n\n23\n"
	out, lines, _ := execute(in)
	out, from := Aligned(out, lines)
	all := strings.Split(out, "\n")
	if len(all) != len(from) {
		t.Fatalf("%d lines, %d positions", len(all), len(from))
	}
	for i, line := range all {
		n := 0
		if fmt.Sscan(line, &n); n > 3 && n != from[i] {
			t.Errorf("line %q is from line %d", line, from[i])
		}
	}
	for _, n := range []int{6, 23} {
		if all[n-1] != fmt.Sprint(n) {
			t.Errorf("line %d is %q in\n%s", n, all[n-1], out)
		}
	}
	if !strings.Contains(out, "```\n\n\n20\n```") {
		t.Errorf("code changed:\n%s", out)
	}
}

// Texts that do too much end soon, with a message.
func TestBounds(t *testing.T) {
	double := strings.Repeat("{% assign a = a | append: a %}", 60)
	for _, in := range []string{
		"{% for i in (1..999999999) %}{% endfor %}",
		strings.Repeat("{% for i in (1..9999) %}", 5) + strings.Repeat("{% endfor %}", 5),
		"{% assign a = 'ab' %}" + double + "{{ a }}",
		"{% assign a = 'ab' %}" + strings.Repeat("{% capture a %}{{ a }}{{ a }}{% endcapture %}", 60) + "{{ a }}",
		"{% assign a = 'x' | split: ',' %}" + strings.Repeat("{% assign a = a | push: a | push: a %}", 60) + "{{ a }}{{ a | jsonify }}{{ a | uniq }}{% if a == a %}{% endif %}",
		"{% assign a = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' %}" + strings.Repeat("{% assign a = a | replace: 'a', a %}", 60),
		"{% assign a = '' %}{% for i in (1..99999) %}{% assign a = a | append: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' %}{% endfor %}",
		strings.Repeat("{% if true %}", 10000), strings.Repeat("{{ a | ", 10000), "{{ " + strings.Repeat("(", 10000) + " }}",
		"{{ " + strings.Repeat("a[", 8000) + " }}", "{% if " + strings.Repeat("a and ", 2000) + " %}", strings.Repeat("{{ ", 50000), strings.Repeat("{%-", 50000),
	} {
		start := cputime.Used()
		out, _, left := execute(in)
		if took := cputime.Used() - start; took > cputime.Limit(5*time.Second) || len(out) > 2*mostPrinted {
			t.Errorf("%.60s: %v, %d bytes, %v", in, took, len(out), left[:min(3, len(left))])
		}
	}
	for _, in := range []string{
		"{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
		"{% macro m(a) %}{{ m(a + a) }}{% endmacro %}{{ m('aaaaaaaaaaaaaaaa') }}",
		"{% macro m() %}{{ caller() }}{% endmacro %}" + strings.Repeat("{% call m() %}", 300) + "a" + strings.Repeat("{% endcall %}", 300),
		strings.Repeat("{% filter upper %}", 300) + "a" + strings.Repeat("{% endfilter %}", 300), "{{ " + strings.Repeat("m(", 10000),
		"{% for i in range(99999) %}{% set a = i | string | indent(99) | batch(99, 9) %}{% endfor %}",
	} {
		start := cputime.Used()
		out, _ := (&Engine{Nunjucks: true, Leave: func(int, string, string) {}}).Execute(in)
		if took := cputime.Used() - start; took > cputime.Limit(5*time.Second) || len(out) > 2*mostPrinted {
			t.Errorf("%.60s: %v, %d bytes", in, took, len(out))
		}
	}
	if _, _, left := execute("{% for i in (1..9999999) %}{% endfor %}a"); !slices.Equal(left, []string{"1 \x00steps"}) {
		t.Errorf("a loop without an end is left out with %q", left)
	}
}

func FuzzExecute(f *testing.F) {
	f.Add("{% for a in (1..3) %}{{ a | plus: 1 }}{% else %}{% endfor %}{% case a %}{% when 1 %}{% endcase %}")
	f.Add("{% if a == b and c contains d %}{%- raw -%}{{ x }}{% endraw %}{% endif %}{{ a[0].b | date: '%Y' }}")
	f.Fuzz(func(t *testing.T, s string) {
		out, lines, _ := execute(s)
		if strings.Count(out, "\n")+1 != len(lines) {
			t.Errorf("%q: %d lines, %d positions", out, strings.Count(out, "\n")+1, len(lines))
		}
		Aligned(out, lines)
	})
}
