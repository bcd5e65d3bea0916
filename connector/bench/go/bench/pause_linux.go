package bench

import (
	"syscall"
	"time"
)

// pause waits more exactly than time.Sleep, which may wait a millisecond too long.
func pause(duration time.Duration) {
	wanted := syscall.NsecToTimespec(int64(duration))
	// an early end is noticed by who asked for the time
	_ = syscall.Nanosleep(&wanted, nil)
}
