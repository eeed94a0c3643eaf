package frontmatter

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// plainScalar converts an unquoted YAML scalar by YAML 1.2 as Hugo's reader applies it
// (https://yaml.org/spec/1.2.2/#103-core-schema, with digits grouped by "_", a leading 0 for octal, and "0b"):
// `yes`, `on`, dates, and `1e3` are strings, `0123` is 83, `1.5e3` is 1500.
func plainScalar(s string) any {
	if s == "" {
		return nil
	}
	switch c := s[0]; {
	case c >= '0' && c <= '9', c == '+', c == '-', c == '.':
		return number(s)
	case c == '~', c == 'n', c == 'N', c == 't', c == 'T', c == 'f', c == 'F':
		switch s {
		case "~", "null", "Null", "NULL":
			return nil
		case "true", "True", "TRUE":
			return true
		case "false", "False", "FALSE":
			return false
		}
	}
	return s
}

// number returns s as a uint64, int64 (below 0), or float64, or s itself if it is not a number.
func number(s string) any {
	switch s {
	case ".inf", ".Inf", ".INF":
		return math.Inf(1)
	case "-.inf", "-.Inf", "-.INF":
		return math.Inf(-1)
	case ".nan", ".NaN", ".NAN":
		return math.NaN()
	}
	digits := strings.TrimPrefix(strings.TrimPrefix(s, "+"), "-")
	if strings.IndexByte(digits, '_') >= 0 {
		digits = strings.ReplaceAll(digits, "_", "")
	}
	sign := ""
	if s[0] == '-' {
		sign = "-"
	}
	dots := strings.Count(s, ".")
	base := 10
	switch {
	case dots > 1:
		return s
	case strings.HasPrefix(digits, "0x"):
		digits, base = digits[2:], 16
	case strings.HasPrefix(digits, "0o"):
		digits, base = digits[2:], 8
	case strings.HasPrefix(digits, "0b"):
		digits, base = digits[2:], 2
	case dots == 1:
		if f, err := strconv.ParseFloat(sign+digits, 64); err == nil {
			return f
		}
		return s
	case len(digits) > 1 && digits[0] == '0':
		base = 8
	}
	if sign != "" {
		if i, err := strconv.ParseInt(sign+digits, base, 64); err == nil {
			return i
		}
		return s
	}
	if u, err := strconv.ParseUint(digits, base, 64); err == nil {
		return u
	}
	return s
}

// Float returns a number in metadata, integer or not. ok is false for other values, including texts.
func Float(v any) (n float64, ok bool) {
	switch v := v.(type) {
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case uint64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// Int returns an integer of any type that a Block may contain, or int, as an int; ok is false for other values
// and for numbers that are too large.
func Int(v any) (n int, ok bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case int64:
		return int(v), v == int64(int(v))
	case uint64:
		return int(v), v <= math.MaxInt
	}
	return 0, false
}

// longest is the number of seconds above which a duration is not valid.
const longest = 1e7

// Duration returns the time that a value states: seconds, "3m20s", or "1:02:03.5". In the last form, minutes and
// seconds after a larger unit are below 60.
func Duration(v any) (d time.Duration, ok bool) {
	if n, ok := Float(v); ok {
		return time.Duration(n * float64(time.Second)).Round(time.Millisecond), n >= 0 && n < longest
	}
	text := strings.TrimSpace(fmt.Sprint(v))
	if d, err := time.ParseDuration(text); err == nil {
		return d, d >= 0 && d < longest*time.Second
	}
	sum := 0.0
	parts := strings.Split(text, ":")
	for i, part := range parts {
		part = strings.TrimSpace(part)
		n, err := strconv.ParseFloat(part, 64)
		last := i == len(parts)-1
		if err != nil || strings.Trim(part, "0123456789.") != "" || strings.Contains(part, ".") && !last || i > 0 && n >= 60 {
			return 0, false
		}
		sum = sum*60 + n
	}
	return time.Duration(sum * float64(time.Second)).Round(time.Millisecond), len(parts) <= 3 && sum < longest
}
