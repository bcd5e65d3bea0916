package bench

import (
	"math"
	"slices"
	"sync/atomic"
	"time"
)

// Tally is which tasks were handled, how often, and how long after they could have been started.
type Tally struct {
	times     []atomic.Int32
	startedAt []int64
	latency   []int64
	distinct  atomic.Int64
	strangers atomic.Int64
}

// NewTally expects so many tasks: their numbers are below.
func NewTally(expected int64) *Tally {
	return &Tally{
		times:     make([]atomic.Int32, expected),
		startedAt: make([]int64, expected),
		latency:   make([]int64, expected),
	}
}

// Started notes that a handler has been called with a payload.
func (t *Tally) Started(payload []byte) {
	now := time.Now().UnixNano()
	task, err := ParseTask(payload)
	if err != nil || task.Number < 0 || task.Number >= int64(len(t.times)) {
		t.strangers.Add(1)
	} else if t.times[task.Number].Add(1) == 1 {
		t.startedAt[task.Number] = now
		t.latency[task.Number] = now - task.ReadyAt
		t.distinct.Add(1)
	}
}

// Await waits until so many different tasks have been started, but not longer than the time.
func (t *Tally) Await(tasks int64, within time.Duration) {
	end := time.Now().Add(within)
	for t.distinct.Load() < tasks && time.Now().Before(end) {
		time.Sleep(time.Millisecond)
	}
}

// Summary is what was seen so far: distinct, duplicates, strangers; first and last start in nanoseconds since 1970; p50,
// p95, p99 and max of the start latency in nanoseconds.
func (t *Tally) Summary() map[string]int64 {
	var duplicates int64
	var latencies []int64
	var first, last int64 = math.MaxInt64, 0
	for i := range t.times {
		count := t.times[i].Load()
		if count > 0 {
			latencies = append(latencies, t.latency[i])
			duplicates += int64(count) - 1
			first = min(first, t.startedAt[i])
			last = max(last, t.startedAt[i])
		}
	}
	result := map[string]int64{
		"distinct":   int64(len(latencies)),
		"duplicates": duplicates,
		"strangers":  t.strangers.Load(),
	}
	if len(latencies) > 0 {
		slices.Sort(latencies)
		result["first"] = first
		result["last"] = last
		result["p50"] = quantile(latencies, 0.50)
		result["p95"] = quantile(latencies, 0.95)
		result["p99"] = quantile(latencies, 0.99)
		result["max"] = latencies[len(latencies)-1]
	}
	return result
}

func quantile(sorted []int64, share float64) int64 {
	return sorted[max(0, int(math.Ceil(float64(len(sorted))*share))-1)]
}
