//go:build !linux

package watch

// remoteType is not known here: events are believed.
func remoteType(string) string { return "" }
