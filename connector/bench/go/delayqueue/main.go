// Delayqueuecontender runs HDT3213/delayqueue through its public API. Its queues are its own: it handles only what it has
// enqueued itself.
package main

import (
	"sync"
	"time"

	"bench"

	"github.com/hdt3213/delayqueue"
	"github.com/redis/go-redis/v9"
)

const (
	tunedInterval = 10 * time.Millisecond
	tunedLimit    = 1000
)

type engine struct {
	redis  *redis.Client
	queues []*delayqueue.DelayQueue
	ends   []<-chan struct{}
}

func main() {
	bench.Run(&engine{})
}

func connect(address string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: address})
}

// Start consumes each queue with the whole concurrency: there are no priorities.
func (e *engine) Start(work bench.Work, handle func(payload []byte)) error {
	e.redis = connect(work.Redis)
	for name := range work.Queues {
		queue := delayqueue.NewQueue(name, e.redis, func(payload string) bool {
			handle([]byte(payload))
			return true
		})
		queue.WithConcurrent(uint(work.Concurrency))
		if work.Tuned {
			queue.WithFetchInterval(tunedInterval)
			queue.WithFetchLimit(tunedLimit)
		}
		e.queues = append(e.queues, queue)
		e.ends = append(e.ends, queue.StartConsume())
	}
	return nil
}

func (e *engine) Stop() {
	for i, queue := range e.queues {
		queue.StopConsume()
		<-e.ends[i]
	}
	e.queues, e.ends = nil, nil
	_ = e.redis.Close()
}

func (e *engine) Connect(address string) bench.Producer {
	return &producer{redis: connect(address), queues: map[string]*delayqueue.DelayQueue{}}
}

type producer struct {
	redis  *redis.Client
	mutex  sync.Mutex
	queues map[string]*delayqueue.DelayQueue
}

func (p *producer) Enqueue(queue string, payload []byte) error {
	return p.queue(queue).SendDelayMsg(string(payload), 0)
}

func (p *producer) queue(name string) *delayqueue.DelayQueue {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	queue, found := p.queues[name]
	if !found {
		queue = delayqueue.NewQueue(name, p.redis, func(string) bool { return false })
		p.queues[name] = queue
	}
	return queue
}
