//go:build !linux

package watch

// remoteType returns "": the type is unknown on this system, and events are used.
func remoteType(string) string { return "" }
