package bench

import (
	"encoding/binary"
	"fmt"
	"time"
)

// TaskType is the type of the tasks that are measured.
const TaskType = "bench:task"

const minSize = 16

// Task is the payload of the tasks that are measured: its number from 0, the time at which it could have been started in
// nanoseconds since 1970, both big-endian, and zeros up to the wanted size.
type Task struct {
	Number  int64
	ReadyAt int64
}

// TaskNow is a task that can be started now.
func TaskNow(number int64) Task {
	return Task{Number: number, ReadyAt: time.Now().UnixNano()}
}

// ParseTask reads a payload.
func ParseTask(payload []byte) (Task, error) {
	if len(payload) < minSize {
		return Task{}, fmt.Errorf("a payload of %d bytes is none of the benchmark", len(payload))
	}
	return Task{
		Number:  int64(binary.BigEndian.Uint64(payload)),
		ReadyAt: int64(binary.BigEndian.Uint64(payload[8:])),
	}, nil
}

// Payload writes the payload, of a size in bytes.
func (t Task) Payload(size int64) []byte {
	payload := make([]byte, max(size, minSize))
	binary.BigEndian.PutUint64(payload, uint64(t.Number))
	binary.BigEndian.PutUint64(payload[8:], uint64(t.ReadyAt))
	return payload
}
