// Package indexnow writes the key file by which a host proves that it owns its IndexNow key.
package indexnow

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/emit/emission"
)

// Emissions returns one emission for each host (rule W2), and none in previews, which search engines must not find
// (rule X7).
func Emissions(src *emission.Source) (out []emission.Emission) {
	key := src.Listing.Site.Config.Notify.IndexNowKey
	if key == "" || src.Listing.Site.Config.Preview() {
		return nil
	}
	for _, h := range src.Listing.Hosts() {
		file := h.Dir + key + ".txt"
		out = append(out, emission.Emission{
			Name: file, Alone: true,
			Fingerprint: func() uint64 { return trace.HashString(file) },
			Run: func(in emission.Inputs, create emission.Create) (r emission.Emitted, err error) {
				if src.Reading(in).Options.Taken(file) {
					return r, nil
				}
				if err := r.Write(create, file, "text/plain", []byte(key)); err != nil {
					return r, fmt.Errorf("write the key of IndexNow: %w", err)
				}
				return r, nil
			},
		})
	}
	return out
}
