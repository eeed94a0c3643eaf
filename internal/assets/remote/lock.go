package remote

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// LockFile is the name of the file in a project that fixes the content of responses.
const LockFile = "remote.lock"

// Lock is a parsed lock file: the hash and the media type of the response to each request.
type Lock struct{ lines map[string]lockLine }

type lockLine struct{ id, hash, mediaType, method, url string }

func lineOf(id string, r *Response) lockLine {
	return lockLine{
		id, r.Hash(), cmp.Or(strings.Join(strings.Fields(r.Header.Get("Content-Type")), ""), "-"), r.Method,
		r.URL,
	}
}

func (l lockLine) String() string {
	return strings.Join([]string{l.id, l.hash, l.mediaType, l.method, l.url}, " ")
}

// ReadLock reads a lock file. Each line has the ID of a request, hash, media type, method, and URL.
func ReadLock(data []byte) (*Lock, error) {
	l := &Lock{lines: map[string]lockLine{}}
	s := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; s.Scan(); n++ {
		text := strings.TrimSpace(s.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		f := strings.Fields(text)
		if len(f) != 5 {
			return nil, fmt.Errorf("line %d has %d words, not 5", n, len(f))
		}
		l.lines[f[0]] = lockLine{f[0], f[1], f[2], f[3], f[4]}
	}
	return l, s.Err()
}

// WriteLock returns the lock file for responses by the IDs of their requests.
func WriteLock(answers map[string]*Response) []byte {
	var lines []lockLine
	for id, r := range answers {
		lines = append(lines, lineOf(id, r))
	}
	slices.SortFunc(lines, func(a, b lockLine) int { return cmp.Or(cmp.Compare(a.url, b.url), cmp.Compare(a.id, b.id)) })
	var b bytes.Buffer
	b.WriteString("# What resources.GetRemote was answered. Written by sitegen remote lock.\n")
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	return b.Bytes()
}

// check compares a response with the lock. A nil Lock accepts everything.
func (l *Lock) check(id string, r *Response) error {
	if l == nil {
		return nil
	}
	want, ok := l.lines[id]
	switch got := lineOf(id, r); {
	case !ok:
		return fmt.Errorf("%s does not have %s: run sitegen remote lock", LockFile, r.URL)
	case got.hash != want.hash || got.mediaType != want.mediaType:
		return fmt.Errorf("%s does not match %s: it has %s (%s), not %s (%s); if that is correct, run sitegen remote lock",
			r.URL, LockFile, got.hash, got.mediaType, want.hash, want.mediaType)
	}
	return nil
}
