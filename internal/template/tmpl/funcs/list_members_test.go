package funcs

import "testing"

// TestMembersOfLists: lists, maps, and sets with invalid members.
func TestMembersOfLists(t *testing.T) {
	checkCalls(t, [][2]string{
		{`dict (slice) 1`, "ERR dict: a key must be a string, not a value of type []interface {}"},
		{`dict (slice "a" "b") 1 "c" 2`, "map[a:map[b:1] c:2]"},
		{`dict "a" 1 (slice "a" "b") 2`, "ERR dict: \"a\" is not a map, so it has no keys below it"},
		{`dict 5 1`, "ERR dict: a key must be a string, not 5 (int)"},
		{`index (slice 1) 5`, "<no value>"},
		{`index (dict "a" 1) "z"`, "<no value>"},
		{`index (dict "a" (dict "b" 1)) "a" "b" `, "1"},
		{`index (dict "a" (dict "b" 1)) (slice "a" "b")`, "1"},
		{`merge 1 2`, "ERR merge: 2 (int) is not a map"},
		{`merge (dict "a" (dict "b" 1)) (dict "a" (dict "c" 1))`, "map[a:map[b:1 c:1]]"},
		{`querify (dict "b" 2 "a" 1)`, "a=1&b=2"},
		{`delimit (slice 1 2 3) ", " " and "`, "1, 2 and 3"},
		{`delimit (slice) ", "`, ""},
		{`delimit (slice (slice 1) 2) ","`, "2"},
		{`seq 10 -3 1`, "[10 7 4 1]"},
		{`seq 1 0 5`, "ERR seq: the increment must not be 0"},
		{`seq -5 -10`, "[-5 -6 -7 -8 -9 -10]"},
		{`union (slice 1) 5`, "ERR union: 5 (int) is not a list"},
		{`intersect (slice "a") (slice 1)`, "[]"},
		{`symdiff (slice 1 2) (slice "a")`, "ERR symdiff: 1 (int) does not fit into a list of string"},
		{`complement (slice 1 2)`, "ERR complement: wrong number of arguments: want at least 2, got 1"},
		{`complement (slice 1 2) nil`, "ERR complement: nil is not a list"},
		{`uniq (slice (dict "a" 1) (dict "a" 1))`, "[map[a:1]]"},
		{`append 1 (slice 2)`, "[2 1]"},
		{`append (slice 1) (slice 2)`, "[2 1]"},
		{`append (slice 1) nil`, "[[1]]"},
		{`first 0 (slice 1)`, "[]"},
		{`first 5 (slice 1)`, "[1]"},
		{`first "1" (slice 1 2)`, "[1]"},
		{`first 1 "abc"`, "a"},
		{`last -1 (slice 1)`, "ERR last: the number must not be negative, got -1"},
		{`last 1 nil`, "ERR last: the number and the list must not be nil"},
		{`after 5 (slice 1 2)`, "[]"},
		{`after -1 (slice 1)`, "ERR after: the number must not be negative, got -1"},
		{`in (slice 1.0 2.0) 2`, "true"},
		{`in (dict "a" 1) "a"`, "false"},
		{`isset (slice 1) 3`, "false"},
		{`isset (dict "a" 1) 5`, "false"},
		{`where nil "s" 1`, "ERR where: the list is nil"},
		{`where 5 "s" 1`, "ERR where: 5 (int) is not a list"},
		{`where (slice 1 2) "s" 1`, "[]"},
		{`where (slice) "s" 1`, "[]"},
		{`where (dict "x" (dict "n" 1) "y" (dict "n" 2)) "n" 1`, "map[]"},
		{`shuffle nil`, "ERR shuffle: the list is nil"},
		{`shuffle 5`, "ERR shuffle: 5 (int) is not a list"},
		{`keyVals "a" 1 2`, "a: [1 2]"},
		{`keyVals "a"`, "a: []"},
		{`(keyVals "a" 1).Key`, "a"},
	})
}

// TestSample: collections.D draws the same numbers as Hugo from the same seed.
func TestSample(t *testing.T) {
	checkCalls(t, [][2]string{
		{`collections.D 1 3 10`, "[1 7 8]"},
		{`collections.D 1 5 3`, "[0 1 2]"},
		{`collections.D 1 10 3`, "[0 1 2]"},
		{`collections.D 2 5 100`, "[3 18 50 77 83]"},
		{`collections.D "x" 5 100`, "ERR collections.D: \"x\" is not a whole number"},
		{`collections.D 1 5 -1`, "ERR collections.D: want a number from 0 to 1000000, got -1"},
		{`collections.D 7 3 1000000`, "[1694 94620 117889]"},
		{`collections.D 9 30 40`, "[0 1 2 3 4 5 6 8 9 10 11 12 13 14 15 18 19 22 23 25 27 28 30 31 32 33 34 36 38 39]"},
		{`collections.D 9 2 1000`, "[603 745]"},
		{`collections.D 9 1 10`, "[1]"},
	})
}
