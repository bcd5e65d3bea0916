package main

import (
	"encoding/binary"
	"math"
	"slices"
	"sync/atomic"
	"time"
)

// recorder records which tasks were started, how often, and how long after they could have started.
type recorder struct {
	starts     []atomic.Int32
	startedAt  []int64
	latency    []int64
	distinct   atomic.Int64
	unexpected atomic.Int64
}

// newRecorder expects tasks with numbers below this one.
func newRecorder(expected int64) *recorder {
	return &recorder{
		starts:    make([]atomic.Int32, expected),
		startedAt: make([]int64, expected),
		latency:   make([]int64, expected),
	}
}

func (r *recorder) started(payload []byte) {
	now := time.Now().UnixNano()
	number, readyAt := int64(-1), int64(0)
	if len(payload) >= payloadSize {
		number = int64(binary.BigEndian.Uint64(payload))
		readyAt = int64(binary.BigEndian.Uint64(payload[8:]))
	}
	if number < 0 || number >= int64(len(r.starts)) {
		r.unexpected.Add(1)
	} else if r.starts[number].Add(1) == 1 {
		r.startedAt[number] = now
		r.latency[number] = now - readyAt
		r.distinct.Add(1)
	}
}

// await waits until this many different tasks were started, or for a time.
func (r *recorder) await(tasks int64, within time.Duration) {
	end := time.Now().Add(within)
	for r.distinct.Load() < tasks && time.Now().Before(end) {
		time.Sleep(time.Millisecond)
	}
}

// summary has the names and units of the Java class Recorder.
func (r *recorder) summary() map[string]int64 {
	var duplicates int64
	var latencies []int64
	var first, last int64 = math.MaxInt64, 0
	for i := range r.starts {
		if count := r.starts[i].Load(); count > 0 {
			latencies = append(latencies, r.latency[i])
			duplicates += int64(count) - 1
			first = min(first, r.startedAt[i])
			last = max(last, r.startedAt[i])
		}
	}
	result := map[string]int64{
		"distinct":   int64(len(latencies)),
		"duplicates": duplicates,
		"unexpected": r.unexpected.Load(),
	}
	if len(latencies) > 0 {
		slices.Sort(latencies)
		result["first"], result["last"] = first, last
		result["min"], result["max"] = latencies[0], latencies[len(latencies)-1]
		for name, share := range map[string]float64{"p50": 0.50, "p95": 0.95, "p99": 0.99} {
			result[name] = latencies[max(0, int(math.Ceil(float64(len(latencies))*share))-1)]
		}
	}
	return result
}
