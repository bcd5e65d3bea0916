//go:build !linux

package bench

import "time"

func pause(duration time.Duration) {
	time.Sleep(duration)
}
