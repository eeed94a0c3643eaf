package words

import "fmt"

// Count says how many of something there are: "1 page", "2 pages".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Bytes returns a number of bytes as people read it: "1.5 kB", "65.8 MB".
func Bytes(n int64) string {
	if n < 1e6 {
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// Clip shortens a value for a message.
func Clip(s string) string {
	const most = 120
	if r := []rune(s[:min(len(s), 4*most)]); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
