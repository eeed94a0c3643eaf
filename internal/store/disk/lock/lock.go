// Package lock holds files locked against other processes. The system lets go of a lock when the
// process ends, however it ends.
package lock
