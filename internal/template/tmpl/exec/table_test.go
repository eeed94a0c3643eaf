package exec

// templates are executed by both engines. $ is a map; names are found by get.
var templates = []string{
	`plain`, ``, `{{/* comment */}}`, `a {{- " b" }} c`,
	`{{ 1 }} {{ -1 }} {{ 0x10 }} {{ 1.5 }} {{ 1e3 }} {{ 'a' }} {{ true }} {{ false }} {{ 2i }} {{ "s" }} {{ 0x1p4 }}`,
	`{{ . | len }}`, `{{ nil }}`, `{{ print nil }}`, `{{ give nil }}`, `{{ none }}`, `{{ upper none }}`, `{{ upper (none) }}`, `{{ give none }}`,
	`{{ get . "title" }}`, `{{ get . "title" | upper }}`, `{{ get . "title" | upper | printf "%q %d" "x" }}`,
	`{{ upper 1 }}`, `{{ upper nil }}`, `{{ upper (get . "n") }}`, `{{ upper (get . "nil") }}`, `{{ upper . }}`, `{{ upper $ }}`, `{{ get . "n" | upper }}`,
	`{{ add 1 2 }}`, `{{ add 1 }}`, `{{ add 1 2 3 }}`, `{{ 1 | add 2 }}`, `{{ 1 | add }}`, `{{ add 1 "x" }}`, `{{ add 1.5 2 }}`, `{{ add 1e3 2 }}`, `{{ add 'a' 1 }}`, `{{ add true 1 }}`,
	`{{ addAny 1 nil }}`, `{{ addAny . }}`, `{{ nil | addAny 1 }}`, `{{ none | addAny 1 }}`, `{{ get . "nil" | addAny 1 }}`,
	`{{ join "," }}`, `{{ join "," "a" "b" }}`, `{{ join }}`, `{{ "b" | join "," "a" }}`, `{{ "b" | join }}`, `{{ join "," 1 }}`, `{{ 1 | join "," }}`,
	`{{ list 1 2 "x" nil }}`, `{{ list }}`, `{{ 3 | list 1 2 }}`, `{{ pipe "a" }}`, `{{ pipe "a" 1 }}`, `{{ pipe "a" 1 2 3 }}`, `{{ 5 | pipe "a" 1 }}`, `{{ 5 | pipe "a" }}`,
	`{{ float 1 }}{{ float 1.5 }}{{ float (get . "f") }}`, `{{ float (get . "n") }}`, `{{ wide 1 2 3i }}{{ wide 255 -1 2 }}`, `{{ wide -1 2 3 }}`, `{{ wide "x" 1 2 }}`,
	`{{ flag true }}{{ flag (get . "no") }}`, `{{ flag 1 }}`, `{{ lists nil nil }}`, `{{ lists (get . "words") (get . "map") }}`, `{{ lists "x" nil }}`, `{{ lists (get . "anys") nil }}`,
	`{{ day (get . "time") }}`, `{{ day (get . "title") }}`, `{{ hour (get . "time") }}`, `{{ range get . "times" }}{{ hour . }}{{ day . }}{{ end }}`, `{{ day "x" }}`, `{{ hour nil }}`,
	`{{ stringer (get . "self") }}{{ stringer (get . "twin") }}`, `{{ stringer (get . "value") }}`, `{{ range get . "selves" }}{{ stringer . }}{{ . }}{{ end }}`, `{{ range get . "stringers" }}[{{ . }}]{{ end }}`,
	`{{ range get . "stringers" }}[{{ stringer . }}]{{ end }}`, `{{ range get . "errors" }}[{{ . }}]{{ end }}`, `{{ range $e := get . "errors" }}[{{ $e }}{{ if $e }}y{{ else }}n{{ end }}]{{ end }}`, `{{ asError 1 }} {{ asError nil }}`, `{{ asError none }}`,
	`{{ if asError nil }}y{{ else }}n{{ end }}`, `{{ with asError 1 }}{{ . }}{{ end }}`, `{{ $e := asError nil }}{{ $e }}`, `{{ upper asError }}`,
	`{{ fail 1 }}`, `{{ fail (get . "title") | upper }}`, `{{ upper (fail 2) }}`, `a{{ if fail 3 }}x{{ end }}`, `{{ boom "text" }}`, `{{ give (boom 3) }}`, `{{ bang }}`, `{{ give bang }}`, `{{ print (list (fail 4)) }}`,
	`{{ get "x" "y" }}`, `{{ get . }}`, `{{ get }}`, `{{ with get . "title" }}{{ get . "z" }}{{ end }}`,

	`{{ get . "self" }}|{{ get . "value" }}|{{ get . "twin" }}|{{ get . "missing" }}|{{ get . "nilmap" }}|{{ get . "time" }}`, `{{ get . "words" }} {{ get . "map" }} {{ get . "anys" }}`,
	`{{ get . "func" }}`, `{{ get . "chan" }}`, `{{ range get . "ptrs" }}<{{ . }}>{{ end }}`,

	`{{ $x := 1 }}{{ $x }}{{ $x = 2 }}{{ $x }}`, `{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ $x }}{{ end }}{{ $x }}`, `{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}`,
	`{{ $x := 1 }}{{ range list 1 2 3 }}{{ $x = . }}{{ end }}{{ $x }}`, `{{ $x := nil }}`, `{{ $x := none }}{{ $x }}`, `{{ $x := get . "nil" }}{{ $x }}{{ upper $x }}`,
	`{{ with $x := get . "title" }}{{ $x }}{{ . }}{{ end }}`, `{{ if $x := get . "n" }}{{ $x }}{{ else }}{{ $x }}!{{ end }}`, `{{ if $x := get . "empty" }}{{ $x }}{{ else }}{{ $x }}!{{ end }}`,
	`{{ if ($y := 3) }}{{ $y }}{{ end }}`, `{{ print ($y := 3) $y }}{{ $y }}`, `{{ $x := 1 }}{{ print ($x = 2) $x }}`, `{{ $x := 1 }}{{ $x := add $x 1 }}{{ $x }}`, `{{ $x := 1 }}{{ 2 | $x }}`, `{{ $x := 1 }}{{ $x 2 }}`, `{{ (1) 2 }}`, `{{ 1 | (2) }}`,
	`{{ range $i, $e := get . "words" }}{{ $x := $i }}{{ $x }}{{ $e }}{{ end }}`, `{{ $i := 0 }}{{ $e := "" }}{{ range $i, $e = get . "words" }}{{ $i }}{{ $e }}{{ end }}{{ $i }}{{ $e }}`, `{{ $e := "" }}{{ range $e = get . "words" }}{{ $e }}{{ end }}{{ $e }}`,
	`{{ range $i, $i := get . "words" }}{{ $i }}{{ end }}`, `{{ range $x := get . "none" }}{{ else }}{{ $x }}{{ end }}`, `{{ range $i, $x := get . "none" }}{{ else }}{{ $i }}{{ $x }}{{ end }}`,

	`{{ if get . "yes" }}y{{ else }}n{{ end }}{{ if get . "no" }}y{{ else }}n{{ end }}`, `{{ if get . "n" }}1{{ else if get . "f" }}2{{ end }}`, `{{ if get . "empty" }}1{{ else if get . "f" }}2{{ else }}3{{ end }}`,
	`{{ if get . "missing" }}y{{ else }}n{{ end }}{{ if get . "self" }}y{{ end }}{{ if get . "time" }}t{{ end }}{{ if get . "nilmap" }}y{{ else }}n{{ end }}{{ if get . "none" }}y{{ else }}n{{ end }}{{ if 0i }}y{{ else }}n{{ end }}`,
	`{{ with get . "map" }}{{ get . "a" }}{{ else }}n{{ end }}`, `{{ with get . "empty" }}x{{ else with get . "title" }}{{ . }}{{ else }}z{{ end }}`, `{{ with get . "empty" }}x{{ else }}{{ len . }}{{ end }}`,
	`{{ and }}`, `{{ and 1 0 2 }}`, `{{ and 1 2 }}`, `{{ or 0 "" }}`, `{{ or 0 "x" (fail 1) }}`, `{{ and 0 (fail 1) }}`, `{{ and 1 (fail 1) }}`, `{{ 3 | and 1 }}`, `{{ 3 | and 0 }}`, `{{ 3 | or }}`, `{{ nil | and 1 }}`, `{{ none | or 0 }}`,
	`{{ not 0 }}{{ not "x" }}{{ not nil }}{{ not none }}{{ not }}`, `{{ not 1 2 }}`, `{{ 1 | not }}`, `{{ upper (and 1 2) }}`, `{{ upper (or 0 (and 1 (get . "n"))) }}`, `{{ add (or 0 "x") 1 }}`, `{{ add (and (get . "n") (or "" (get . "title"))) 1 }}`,
	`{{ range and 1 (get . "title") }}{{ end }}`, `{{ and (none) 1 }}`, `{{ range get . "anys" }}{{ or . "none" }},{{ end }}`, `{{ range get . "anys" }}{{ if . }}t{{ else }}f{{ end }}{{ end }}`, `{{ range get . "stringers" }}{{ and . 1 }},{{ or . 2 }};{{ end }}`,
	`{{ len "abc" }}{{ len (get . "words") }}{{ len (get . "map") }}`, `{{ len 3 }}`, `{{ len nil }}`, `{{ len none }}`, `{{ len (get . "missing") }}`, `{{ len }}`, `{{ get . "array" | len }}`,
	`{{ call (get . "func") "x" }}`, `{{ call (get . "func2") 5 (get . "int8") }}`, `{{ call (get . "func") 1 }}`, `{{ call (get . "func") }}`, `{{ call nil }}`, `{{ call (get . "nil") 1 }}`, `{{ call 3 }}`, `{{ call (get . "bad") }}`, `{{ get . "func" | call }}`, `{{ get . "title" | call (get . "func") }}`, `{{ call }}`, `{{ call (get . "func") nil }}`,
	`{{ html "<a>" "&" }}{{ js "it's" }}{{ urlquery "a b&c" }}{{ "<b>" | html }}`, `{{ print 1 2 "x" }}{{ printf "%d-%s" 1 "x" }}{{ println "l" }}`, `{{ printf }}`, `{{ printf 1 }}`,

	`{{ range get . "words" }}[{{ . }}]{{ end }}`, `{{ range get . "anys" }}[{{ . }}]{{ else }}x{{ end }}`, `{{ range $i, $e := get . "anys" }}{{ $i }}={{ $e }},{{ end }}`, `{{ range get . "anys" }}{{ upper . }}{{ end }}`, `{{ range get . "anys" }}{{ addAny . 1 }}{{ end }}`, `{{ range get . "anys" }}{{ lists . nil }}{{ end }}`,
	`{{ range get . "none" }}x{{ else }}none{{ end }}`, `{{ range get . "nil" }}x{{ else }}nil{{ end }}`, `{{ range nil }}{{ end }}`, `{{ range none }}x{{ else }}y{{ end }}`, `{{ range get . "title" }}x{{ end }}`, `{{ range get . "f" }}x{{ end }}`, `{{ range get . "self" }}x{{ end }}`, `{{ range get . "missing" }}x{{ else }}e{{ end }}`,
	`{{ range get . "map" }}[{{ . }}]{{ end }}`, `{{ range $k, $v := get . "map" }}{{ $k }}={{ $v }};{{ end }}`, `{{ range $k, $v := get . "ints" }}{{ $k }}={{ $v }};{{ end }}`, `{{ range $k, $v := get . "mixed" }}{{ $k }}={{ $v }};{{ end }}`, `{{ range $k, $v := get . "map" }}{{ upper $v }}{{ end }}`,
	`{{ range 3 }}{{ . }}{{ end }}`, `{{ range $i := 3 }}{{ $i }}{{ end }}`, `{{ range $i, $j := 3 }}{{ end }}`, `{{ range 0 }}x{{ else }}zero{{ end }}`, `{{ range get . "int8" }}{{ printf "%T" . }}{{ end }}`, `{{ range get . "uint" }}{{ . }}{{ add . 1 }}{{ end }}`, `{{ range -1 }}x{{ else }}e{{ end }}`,
	`{{ range get . "chan" }}{{ . }},{{ else }}empty{{ end }}`, `{{ range $i, $e := get . "chan" }}{{ $i }}{{ $e }},{{ end }}`, `{{ range get . "seq" }}{{ . }},{{ end }}`, `{{ range $i, $e := get . "seq" }}{{ end }}`, `{{ range get . "seq2" }}{{ . }},{{ end }}`, `{{ range $k := get . "seq2" }}{{ $k }},{{ end }}`, `{{ range $k, $v := get . "seq2" }}{{ $k }}{{ $v }},{{ end }}`, `{{ range get . "func" }}x{{ end }}`,
	`{{ range get . "array" }}{{ . }}{{ end }}`, `{{ range get . "arrayPtr" }}{{ . }}{{ end }}`, `{{ range get . "twins" }}{{ . }}{{ stringer . }}{{ end }}`, `{{ range get . "pages" }}{{ . }}{{ end }}`, `{{ range $s := get . "selves" }}{{ $s }}{{ with $s }}{{ . }}{{ end }}{{ end }}`, `{{ range get . "selves" }}{{ give . }}{{ end }}`,
	`{{ range get . "words" }}{{ if eqs . "y" }}{{ break }}{{ end }}{{ . }}{{ end }}`, `{{ range list 1 2 3 }}{{ if not . }}{{ continue }}{{ end }}{{ range list 4 5 }}{{ . }}{{ break }}{{ end }}{{ . }}{{ end }}`, `{{ range list 1 0 3 }}{{ with . }}{{ continue }}{{ end }}{{ . }}{{ end }}`, `{{ range get . "seq" }}{{ . }}{{ break }}{{ end }}`, `{{ range $k, $v := get . "map" }}{{ $k }}{{ break }}{{ end }}`, `{{ range 5 }}{{ . }}{{ if . }}{{ break }}{{ end }}{{ end }}`, `{{ range get . "chan" }}{{ . }}{{ break }}{{ end }}`, `{{ range get . "seq2" }}{{ . }}{{ continue }}x{{ end }}`,

	`{{ define "t" }}t{{ . }}{{ $ }}{{ end }}{{ template "t" 1 }}{{ template "t" }}{{ template "t" (get . "n") }}`, `{{ template "none" }}`, `{{ define "t" }}{{ if . }}{{ len . }}{{ template "t" "" }}{{ end }}{{ end }}{{ template "t" "abc" }}`,
	`{{ define "t" }}{{ upper . }}{{ end }}x{{ template "t" 3 }}`, `{{ block "b" (get . "title") }}[{{ . }}]{{ end }}`, `{{ template "t" $y := 3 }}{{ $y }}{{ define "t" }}{{ . }}{{ end }}`, `{{ define "t" }}{{ $x := 1 }}{{ $x }}{{ end }}{{ $x := 2 }}{{ template "t" }}{{ $x }}`, `{{ range get . "words" }}{{ template "t" . }}{{ end }}{{ define "t" }}({{ . }}){{ end }}`, `{{ template "t" fail }}{{ define "t" }}{{ end }}`, `{{ template "t" (fail 1) }}{{ define "t" }}{{ end }}`,
	"a\nb {{ upper\n 3 }}", "é {{ if\ntrue }}é {{ boom \"é\" }}{{ end }}", `{{ printf "100%" | fail }}`, `{{ $x := "%d %s" }}{{ fail $x }}`, `{{ upper (printf "%d" 1 | fail) }}`,
}
