// Package lock locks files against other processes. The system releases a lock when the process ends, for
// whatever reason.
package lock
