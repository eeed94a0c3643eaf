package funcs

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"hash/fnv"
	"reflect"
	"strings"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"

	"github.com/cespare/xxhash/v2"
)

// crypto returns the namespace crypto.
func (l *lib) crypto() map[string]any {
	sum := func(fn, algorithm string) func(v any) (string, error) {
		return func(v any) (string, error) { return digest(fn, algorithm, v) }
	}
	return map[string]any{
		"MD5":    sum("crypto.MD5", "md5"),
		"SHA1":   sum("crypto.SHA1", "sha1"),
		"SHA256": sum("crypto.SHA256", "sha256"),
		"Hash": func(args ...any) (string, error) {
			switch len(args) {
			case 1:
				return digest("crypto.Hash", "sha256", args[0])
			case 2:
				algorithm, err := str("crypto.Hash", args[0])
				if err != nil {
					return "", err
				}
				return digest("crypto.Hash", algorithm, args[1])
			}
			return "", countError("crypto.Hash", "1 or 2", len(args))
		},
		"HMAC": signature,
	}
}

func newHash(fn, algorithm string) (func() hash.Hash, error) {
	switch algorithm {
	case "md5":
		return md5.New, nil
	case "sha1":
		return sha1.New, nil
	case "sha256":
		return sha256.New, nil
	case "sha384":
		return sha512.New384, nil
	case "sha512":
		return sha512.New, nil
	}
	return nil, fmt.Errorf("%s: unknown algorithm %q; use md5, sha1, sha256, sha384, or sha512", fn, algorithm)
}

func digest(fn, algorithm string, v any) (string, error) {
	s, err := str(fn, v)
	if err != nil {
		return "", err
	}
	make_, err := newHash(fn, algorithm)
	if err != nil {
		return "", err
	}
	h := make_()
	h.Write([]byte(s))
	return hex.EncodeToString(h.Sum(nil)), nil
}

func signature(algorithm, key, message any, encoding ...any) (string, error) {
	const fn = "crypto.HMAC"
	a, k, m, err := str3(fn, algorithm, key, message)
	if err != nil {
		return "", err
	}
	make_, err := newHash(fn, a)
	if err != nil {
		return "", err
	}
	as := "hex"
	if len(encoding) > 0 && encoding[0] != nil {
		if as, err = str(fn, encoding[0]); err != nil {
			return "", err
		}
	}
	h := hmac.New(make_, []byte(k))
	h.Write([]byte(m))
	switch as {
	case "hex":
		return hex.EncodeToString(h.Sum(nil)), nil
	case "binary":
		return string(h.Sum(nil)), nil
	}
	return "", fmt.Errorf("%s: unknown encoding %q; use hex or binary", fn, as)
}

// hash returns the namespace hash.
func (l *lib) hash() map[string]any {
	return map[string]any{
		"FNV32a": func(v any) (int, error) {
			s, err := str("hash.FNV32a", v)
			h := fnv.New32a()
			h.Write([]byte(s))
			return int(h.Sum32()), err
		},
		"XxHash": func(v any) (string, error) {
			s, err := str("hash.XxHash", v)
			if err != nil {
				return "", err
			}
			var b [8]byte
			binary.BigEndian.PutUint64(b[:], xxhash.Sum64String(s))
			return hex.EncodeToString(b[:]), nil
		},
	}
}

// encoding returns the namespace encoding.
func (l *lib) encoding() map[string]any {
	return map[string]any{
		"Base64Decode": decoder("encoding.Base64Decode", base64.StdEncoding.DecodeString),
		"Base64Encode": func(v any) (string, error) {
			s, err := str("encoding.Base64Encode", v)
			return base64.StdEncoding.EncodeToString([]byte(s)), err
		},
		"HexDecode": decoder("encoding.HexDecode", hex.DecodeString),
		"HexEncode": func(v any) (string, error) {
			s, err := str("encoding.HexEncode", v)
			return hex.EncodeToString([]byte(s)), err
		},
		"Jsonify": l.jsonify,
	}
}

func decoder(fn string, decode func(string) ([]byte, error)) func(v any) (string, error) {
	return func(v any) (string, error) {
		s, err := str(fn, v)
		if err != nil {
			return "", err
		}
		b, err := decode(s)
		if err != nil {
			return "", fmt.Errorf("%s: %s: %w", fn, describe(s), err)
		}
		return string(b), nil
	}
}

// boundedData returns an error for a value whose encoding would take too much memory.
func boundedData(fn string, v any) error {
	if err := exec.Bounded(v); err != nil {
		return fmt.Errorf("%s: %w", fn, err)
	}
	if n := exec.Bytes(v); n > 2*mostGrown {
		return fmt.Errorf("%s: texts of %d bytes are longer than the %d MB that it takes", fn, n, 2*mostGrown>>20)
	}
	return nil
}

// options iterates over a map of options, with names in lower case.
func options(fn string, opts any, each func(name string, v any) error) error {
	v, none := indirect(reflect.ValueOf(opts))
	if none || v.Kind() != reflect.Map || v.Type().Key().Kind() != reflect.String {
		return fmt.Errorf("%s: the options must be a map, not %s", fn, describe(opts))
	}
	for it := v.MapRange(); it.Next(); {
		if err := each(strings.ToLower(it.Key().String()), it.Value().Interface()); err != nil {
			return fmt.Errorf("option %q: %w", it.Key(), err)
		}
	}
	return nil
}
