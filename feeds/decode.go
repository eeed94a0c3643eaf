package feeds

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Limits for reading, so no document needs more than a small multiple of its size.
const (
	defaultMaxBytes = 64 << 20
	maxNesting      = 256     // elements in each other
	maxNodes        = 200_000 // elements and texts of one item, or of the feed without its items
	maxTagAttrs     = 256     // attributes of one element
)

// reporter receives the problems of a document.
type reporter func(Finding)

// readAll reads a document of at most limit bytes and returns it in UTF-8. Another encoding is reported (rule
// U3); an unknown one is an error.
func readAll(r io.Reader, limit int64, report reporter) ([]byte, error) {
	if r == nil {
		return nil, errors.New("read feed: no reader")
	}
	if limit <= 0 {
		limit = defaultMaxBytes
	}
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read feed: %w", err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("read feed: more than %d bytes", limit)
	}
	return toUTF8(data, report)
}

func toUTF8(data []byte, report reporter) ([]byte, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")):
		data = data[3:]
	case bytes.HasPrefix(data, []byte("\xFE\xFF")):
		report(unwise("U3", "encoding", "UTF-16BE", "", 0))
		return fromUTF16(data[2:], 0), nil
	case bytes.HasPrefix(data, []byte("\xFF\xFE")):
		report(unwise("U3", "encoding", "UTF-16LE", "", 0))
		return fromUTF16(data[2:], 1), nil
	}
	name := declaredEncoding(data)
	switch strings.ToLower(name) {
	case "", "utf-8", "utf8":
	case "us-ascii", "ascii", "iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "iso-8859-15":
		if utf8.Valid(data) && !isASCII(data) {
			report(wrong("U3", "encoding", name, "the text is in UTF-8, but the declaration names another encoding", 1))
			return data, nil
		}
		report(unwise("U3", "encoding", name, "", 1))
		return fromLatin(data, strings.HasSuffix(name, "15")), nil
	default:
		return nil, wrong("U3", "encoding", name, "an encoding that is not known here", 1)
	}
	if !utf8.Valid(data) {
		at := invalidAt(data)
		report(wrong("U3", "encoding", fmt.Sprintf("%X", data[at:min(len(data), at+1)]), "a byte that is not UTF-8",
			1+bytes.Count(data[:at], []byte("\n"))))
		data = bytes.ToValidUTF8(data, []byte("\uFFFD"))
	}
	return data, nil
}

func isASCII(data []byte) bool {
	return !slices.ContainsFunc(data, func(c byte) bool { return c >= 0x80 })
}

// invalidAt returns the offset of the first invalid UTF-8 byte.
func invalidAt(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(data)
}

// declaredEncoding returns the encoding in an XML declaration.
func declaredEncoding(data []byte) string {
	data = data[:min(len(data), 512)]
	if !bytes.HasPrefix(bytes.TrimLeft(data, " \r\n\t"), []byte("<?xml")) {
		return ""
	}
	head, _, _ := bytes.Cut(data, []byte("?>"))
	_, value, ok := bytes.Cut(head, []byte("encoding"))
	value = bytes.TrimLeft(value, " \r\n\t=")
	if !ok || len(value) < 2 {
		return ""
	}
	if i := bytes.IndexByte(value[1:], value[0]); i >= 0 {
		return string(value[1 : i+1])
	}
	return ""
}

// fromUTF16 decodes data whose low bytes are at high+1 of each pair: high is 0 for big endian, 1 for little
// endian.
func fromUTF16(data []byte, high int) []byte {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = uint16(data[2*i+high])<<8 | uint16(data[2*i+1-high])
	}
	return []byte(string(utf16.Decode(units)))
}

// windows1252 are the characters of the bytes 80 to 9F; feeds that declare ISO-8859-1 mean these, too.
var windows1252 = [32]rune{
	0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
	0x8F,
	0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E,
	0x0178,
}

func fromLatin(data []byte, latin9 bool) []byte {
	out := make([]byte, 0, len(data)+len(data)/8)
	for _, c := range data {
		r := rune(c)
		switch {
		case 0x80 <= c && c < 0xA0:
			r = windows1252[c-0x80]
		case latin9 && c == 0xA4:
			r = 0x20AC
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}
