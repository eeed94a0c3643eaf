package funcs

import "testing"

// TestMoments: dates, zones, and durations that are not valid.
func TestMoments(t *testing.T) {
	checkCalls(t, [][2]string{
		{`time.Format (slice) "2024-05-06"`, "ERR time.Format: a value of type []interface {} is not a string"},
		{`time.Format ":date_full" "2024-05-06"`, "Monday, May 6, 2024"},
		{`time.Format ":nope" "2024-05-06"`, ":nope"},
		{`time.Format "2006" ""`, "ERR time.Format: \"\" is not a valid date"},
		{`time.Format "2006" 0`, "1970"},
		{`time.AsTime "2024-05-06T07:08:09+02:00"`, "2024-05-06 07:08:09 +0200 +0200"},
		{`time.AsTime "2024-05-06 07:08" "America/New_York"`, "ERR time.AsTime: \"2024-05-06 07:08\" is not a valid date"},
		{`time.AsTime "2024-05-06 07:08" "Nope/Zone"`, "ERR time.AsTime: unknown time zone Nope/Zone"},
		{`time.AsTime 1700000000`, "2023-11-14 22:13:20 +0000 UTC"},
		{`time.AsTime "2024-05-06" 5`, "ERR time.AsTime: unknown time zone 5"},
		{`(time.AsTime "2024-13-01")`, "ERR time.AsTime: \"2024-13-01\" is not a valid date"},
		{`time.In "Asia/Tokyo" (time.AsTime "2024-05-06T00:00:00Z")`, "2024-05-06 09:00:00 +0900 JST"},
		{`time.In "Nope" (time.AsTime "2024-05-06T00:00:00Z")`, "ERR time.In: unknown time zone Nope"},
		{`time.In "Asia/Tokyo" "x"`, "ERR time.In: \"x\" is not a valid date"},
		{`time.In (slice) "2024-05-06"`, "ERR time.In: a value of type []interface {} is not a string"},
		{`time.Duration "hour" "2"`, "2h0m0s"},
		{`time.Duration "weeks" 2`, "ERR time.Duration: unknown unit \"weeks\"; use hour, minute, second, millisecond, microsecond, or nanosecond"},
		{`time.Duration "h" "x"`, "ERR time.Duration: \"x\" is not a whole number"},
		{`time.Duration "ms" 1.5`, "1ms"},
		{`time.Duration "" 1`, "ERR time.Duration: unknown unit \"\"; use hour, minute, second, millisecond, microsecond, or nanosecond"},
		{`time.ParseDuration "x"`, "ERR time.ParseDuration: time: invalid duration \"x\""},
		{`time.ParseDuration 5`, "ERR time.ParseDuration: time: missing unit in duration \"5\""},
		{`(time.ParseDuration "1.5h").Minutes`, "90"},
		{`time "2024-05-06" "Europe/Paris"`, "2024-05-06 00:00:00 +0200 CEST"},
	})
}
