package funcs

import "testing"

// TestUnmarshalOptions: options of transform.Unmarshal, and texts that are not valid.
func TestUnmarshalOptions(t *testing.T) {
	checkCalls(t, [][2]string{
		{`unmarshal (dict "delimiter" ";" "targetType" "map") "a;b\n1;2"`, "[map[a:1 b:2]]"},
		{`unmarshal (dict "targetType" "map" "format" "csv") "a,b"`, "ERR transform.Unmarshal: CSV for maps needs a header row and one row below it"},
		{`unmarshal (dict "delimiter" ";;") "a;b\n1;2"`, "ERR option \"delimiter\": transform.Unmarshal: \";;\" is more than one character"},
		{`unmarshal (dict "delimiter" "") "a,b\n1,2"`, "ERR transform.Unmarshal: \"a,b\\n1,2\" is neither JSON, TOML, YAML, CSV nor XML"},
		{`unmarshal (dict "comment" "#") "#c\na,b\n1,2"`, "[[a b] [1 2]]"},
		{`unmarshal (dict "lazyQuotes" true) "a,b\"\"c\n1,2"`, "[[a b\"\"c] [1 2]]"},
		{`unmarshal (dict "foo" 1) "a: 1"`, "map[a:1]"},
		{`unmarshal (slice 1)`, "ERR transform.Unmarshal: cannot parse a value of type []int"},
		{`unmarshal "x"`, "ERR transform.Unmarshal: \"x\" is neither JSON, TOML, YAML, CSV nor XML"},
		{`unmarshal "{"`, "ERR the JSON cannot be read: it ends too early"},
		{`unmarshal "[1, 2"`, "[[[1  2]]"},
		{`unmarshal (dict "format" "nope") "[1]"`, "ERR transform.Unmarshal: unknown format \"nope\"; use json, toml, yaml, csv, or xml"},
		{`unmarshal (dict "format" "yaml") "a: [1, {b: c}]"`, "map[a:[1 map[b:c]]]"},
		{`unmarshal (dict "format" "toml") "a: 1"`, "ERR the TOML cannot be read: expected '=' after key"},
	})
}

// TestRemarshalForms: data converted to another format.
func TestRemarshalForms(t *testing.T) {
	checkCalls(t, [][2]string{
		{`transform.Remarshal "json" "a: 1\nb: [1, 2]"`, "{\n   \"a\": 1,\n   \"b\": [\n      1,\n      2\n   ]\n}\n"},
		{`transform.Remarshal "yaml" "{\"a\": {\"b\": 1}}"`, "a:\n  b: 1\n"},
		{`transform.Remarshal "toml" "{\"a\": {\"b\": 1}}"`, "[a]\n  b = 1\n"},
		{`transform.Remarshal "xml" "{\"root\": {\"a\": 1}}"`, "<root>\n\t<root>\n\t\t<a>1</a>\n\t</root>\n</root>"},
		{`transform.Remarshal "nope" "a: 1"`, "ERR transform.Remarshal: cannot write \"nope\"; there are json, toml, yaml and xml"},
		{`transform.Remarshal "json" ""`, ""},
		{`transform.Remarshal "toml" (slice 1)`, "ERR transform.Remarshal: a value of type []int is not a string"},
		{`transform.Remarshal "json" nil`, ""},
	})
}

// TestEncodings: JSON, Base64 and digests.
func TestEncodings(t *testing.T) {
	checkCalls(t, [][2]string{
		{`jsonify (dict "indent" "  ") (dict "a" 1)`, "{\n  \"a\": 1\n}"},
		{`jsonify (dict "prefix" ">" "indent" " ") (dict "a" 1)`, "{\n> \"a\": 1\n>}"},
		{`jsonify (dict "noHTMLEscape" true) "<a>"`, "\"<a>\""},
		{`jsonify "<a>"`, "\"\\u003ca\\u003e\""},
		{`jsonify (dict "indent" 1 "foo" 2) 1`, "1"},
		{`jsonify 5 1`, "ERR encoding.Jsonify: the options must be a map, not 5 (int)"},
		{`base64Decode "!"`, "ERR encoding.Base64Decode: \"!\": illegal base64 data at input byte 0"},
		{`base64Decode (slice)`, "ERR encoding.Base64Decode: a value of type []interface {} is not a string"},
		{`sha1 (slice)`, "ERR crypto.SHA1: a value of type []interface {} is not a string"},
		{`hmac "sha256" "k" "m"`, "b60090e3052297aeb5a080889ce2fc4bca957e756faeb4df7d31800ca1e771ec"},
		{`hmac "sha256" "k" "m" "binary" | len`, "32"},
		{`hmac "sha256" "k" "m" "hex"`, "b60090e3052297aeb5a080889ce2fc4bca957e756faeb4df7d31800ca1e771ec"},
		{`hmac "sha256" "k" "m" "nope"`, "ERR crypto.HMAC: unknown encoding \"nope\"; use hex or binary"},
		{`hmac "nope" "k" "m"`, "ERR crypto.HMAC: unknown algorithm \"nope\"; use md5, sha1, sha256, sha384, or sha512"},
		{`hmac "md5" (slice) "m"`, "ERR crypto.HMAC: a value of type []interface {} is not a string"},
		{`hmac "md5" "k" "m" (slice)`, "ERR crypto.HMAC: a value of type []interface {} is not a string"},
		{`hash.XxHash (slice)`, "ERR hash.XxHash: a value of type []interface {} is not a string"},
	})
}
