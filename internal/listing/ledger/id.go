package ledger

import "strings"

// placeholder starts the URL of a new site until its author sets another one: RFC 2606 reserves it for examples.
const placeholder = "https://example.org/"

// KeptID returns the ID of something that has a known ID and would get another one now: the known ID, because IDs are
// permanent (rules A5, B4). The exception is an ID with the URL of every new site: many sites would share it, and no
// one reads a feed there.
func KeptID(known, now string) string {
	if known == "" || strings.HasPrefix(known, placeholder) && now != "" {
		return now
	}
	return known
}
