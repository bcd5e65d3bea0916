package bench

import (
	"errors"
	"fmt"
	"math/rand"
	"sync"
	"sync/atomic"
	"time"
)

// rateProducers is how many goroutines enqueue at a rate, so that one slow call does not hold up the next task.
const rateProducers = 8

// Producer enqueues tasks. It is used by several goroutines at once.
type Producer interface {
	// Enqueue enqueues a task of TaskType and waits until Redis has it.
	Enqueue(queue string, payload []byte) error
}

// production enqueues numbered tasks in the ways an order asks for. A task that is refused is an error.
type production struct {
	producer    Producer
	queue       string
	first, end  int64
	payloadSize int64
}

func newProduction(producer Producer, order Order) (production, error) {
	queue, queueErr := order.Text("queue")
	tasks, tasksErr := order.Number("tasks")
	first, firstErr := order.NumberOr("first", 0)
	size, sizeErr := order.NumberOr("size", 100)
	return production{producer, queue, first, first + tasks, size},
		errors.Join(queueErr, tasksErr, firstErr, sizeErr)
}

// single enqueues as fast as can be, one task a call, and tells how long it took.
func (p production) single(producers int64) (time.Duration, error) {
	begin := time.Now()
	err := p.byEach(producers, TaskNow)
	return time.Since(begin), err
}

// atRate enqueues one by one at a rate. What comes late is counted as late: a task's time is when it should have been
// enqueued.
func (p production) atRate(perSecond int64) error {
	begin := time.Now()
	return p.byEach(rateProducers, func(number int64) Task {
		due := begin.Add(time.Duration((number - p.first) * int64(time.Second) / perSecond))
		for left := time.Until(due); left > 0; left = time.Until(due) {
			pause(left)
		}
		return Task{Number: number, ReadyAt: due.UnixNano()}
	})
}

// withPauses enqueues one by one, each some time after the last.
func (p production) withPauses(fromMillis, toMillis int64) error {
	random := rand.New(rand.NewSource(1))
	return p.byEach(1, func(number int64) Task {
		pause(time.Duration(fromMillis+random.Int63n(toMillis-fromMillis+1)) * time.Millisecond)
		return TaskNow(number)
	})
}

func (p production) byEach(producers int64, next func(number int64) Task) error {
	var counter atomic.Int64
	counter.Store(p.first)
	failures := make(chan error, producers)
	var group sync.WaitGroup
	for range producers {
		group.Add(1)
		go func() {
			defer group.Done()
			for number := counter.Add(1) - 1; number < p.end; number = counter.Add(1) - 1 {
				if err := p.producer.Enqueue(p.queue, next(number).Payload(p.payloadSize)); err != nil {
					failures <- fmt.Errorf("task %d was refused: %w", number, err)
					return
				}
			}
		}()
	}
	group.Wait()
	close(failures)
	return <-failures
}
