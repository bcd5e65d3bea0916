package main

import (
	"encoding/binary"
	"fmt"
	"math/rand"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/hibiken/asynq"
)

const (
	taskType    = "bench:task"
	payloadSize = 16
	// rateProducers is the number of goroutines that enqueue at a rate, so that one slow call does not delay the next task
	rateProducers = 8
)

// payload is the number of a task and the time from which it could start, in nanoseconds since 1970, both big-endian.
func payload(number int64, readyAt time.Time, size int64) []byte {
	bytes := make([]byte, max(size, payloadSize))
	binary.BigEndian.PutUint64(bytes, uint64(number))
	binary.BigEndian.PutUint64(bytes[8:], uint64(readyAt.UnixNano()))
	return bytes
}

// producer enqueues the numbered tasks of a command. A rejected task is an error.
type producer struct {
	client           *asynq.Client
	queue            string
	first, end, size int64
	// in is how much later a task is to be processed
	in time.Duration
}

func newProducer(client *asynq.Client, c command) (producer, error) {
	var err error
	first := c.numberOr("first", 0, &err)
	p := producer{client, c.values["queue"], first, first + c.number("tasks", &err), c.numberOr("size", 100, &err),
		time.Duration(c.numberOr("in", 0, &err)) * time.Second}
	return p, err
}

func (p producer) run(c command) (map[string]int64, error) {
	var err error
	if c.verb == "enqueue" {
		producers := c.number("producers", &err)
		if err != nil || c.values["mode"] != "single" {
			return nil, fmt.Errorf("mode must be single, and producers a number: %v", c.values)
		}
		begin := time.Now()
		err = p.byEach(producers, func(int64) time.Time { return time.Now() })
		return map[string]int64{"nanos": time.Since(begin).Nanoseconds()}, err
	}
	if _, found := c.values["rate"]; found {
		rate := c.number("rate", &err)
		if err != nil {
			return nil, err
		}
		return nil, p.atRate(rate)
	}
	from, to := c.number("from", &err), c.number("to", &err)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewSource(1))
	return nil, p.byEach(1, func(int64) time.Time {
		pause(time.Duration(from+random.Int63n(to-from+1)) * time.Millisecond)
		return time.Now()
	})
}

// atRate enqueues one by one at a rate. The time of a task is when it should have been enqueued, even if it is late.
func (p producer) atRate(perSecond int64) error {
	begin := time.Now()
	return p.byEach(rateProducers, func(number int64) time.Time {
		due := begin.Add(time.Duration((number - p.first) * int64(time.Second) / perSecond))
		for left := time.Until(due); left > 0; left = time.Until(due) {
			pause(left)
		}
		return due
	})
}

// pause is more exact than time.Sleep, which may take a millisecond longer. It may end early.
func pause(duration time.Duration) {
	time := syscall.NsecToTimespec(int64(duration))
	_ = syscall.Nanosleep(&time, nil)
}

func (p producer) byEach(producers int64, readyAt func(number int64) time.Time) error {
	options := []asynq.Option{asynq.Queue(p.queue)}
	if p.in > 0 {
		options = append(options, asynq.ProcessIn(p.in))
	}
	var counter atomic.Int64
	counter.Store(p.first)
	failures := make(chan error, producers)
	var group sync.WaitGroup
	for range producers {
		group.Add(1)
		go func() {
			defer group.Done()
			for number := counter.Add(1) - 1; number < p.end; number = counter.Add(1) - 1 {
				task := asynq.NewTask(taskType, payload(number, readyAt(number), p.size))
				if _, err := p.client.Enqueue(task, options...); err != nil {
					failures <- fmt.Errorf("task %d was rejected: %w", number, err)
					return
				}
			}
		}()
	}
	group.Wait()
	close(failures)
	return <-failures
}
