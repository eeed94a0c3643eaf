package exec

import (
	"fmt"
	"reflect"
	"strings"
)

// mostWidth limits the sum of widths and precisions of a format, in bytes.
const mostWidth = 64 << 20

// Printf is fmt.Sprintf with limits: it rejects a format whose widths and precisions exceed 64 MB, and arguments whose
// text does, since a few kilobytes of format could fill the memory.
func Printf(format string, args ...any) (string, error) {
	if widths(format, args) > mostWidth {
		return "", fmt.Errorf("the widths of the format are more than %d bytes together", mostWidth)
	}
	var w weight
	times := 1
	if strings.Contains(format, "[") { // it may name an argument repeatedly
		times = strings.Count(format, "%")
	}
	for _, a := range args {
		w.add(reflect.ValueOf(a))
	}
	w.bytes, w.parts = w.bytes*times, w.parts*times
	if err := w.err(); err != nil {
		return "", err
	}
	return fmt.Sprintf(format, args...), nil
}

// widest is the largest width that fmt accepts.
const widest = 1_000_000

// widths adds up the widths and precisions of a format. For each * it takes the largest argument.
func widths(format string, args []any) (sum int) {
	verb, index, n := false, false, 0
	for i := range len(format) {
		switch c := format[i]; {
		case c == '%':
			verb, n = !verb, 0
		case !verb:
		case c == '[' || c == ']': // a width, or the number of an argument
			sum, index, n = sum+n, c == '[', 0
		case index:
		case c >= '0' && c <= '9':
			n = min(10*n+int(c-'0'), widest)
		default:
			sum, n = sum+n, 0
			switch c {
			case '*':
				sum += largest(args)
			case '+', '-', '#', ' ', '.':
			default:
				verb = false
			}
		}
	}
	return sum
}

func largest(args []any) (n int) {
	for _, a := range args {
		if v, ok := a.(int); ok {
			n = max(n, min(v, widest), min(-v, widest))
		}
	}
	return n
}
