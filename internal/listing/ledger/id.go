package ledger

import "strings"

// placeholder begins the address of a new site until its author writes another one: RFC 2606 keeps it for examples.
const placeholder = "https://example.org/"

// KeptID is the id of what is known by one and would have another now: the one that is known, which is permanent
// (rules A5, B4). One of the address that every new site begins with is not: any number of sites would share it, and
// nobody reads a feed there.
func KeptID(known, now string) string {
	if known == "" || strings.HasPrefix(known, placeholder) && now != "" {
		return now
	}
	return known
}
