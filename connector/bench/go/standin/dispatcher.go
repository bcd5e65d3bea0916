package main

import (
	"context"
	"errors"
	"log"
	"math/rand"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

const shutdownTimeout = 8 * time.Second

// dispatcher takes one task after the other and gives each a goroutine.
type dispatcher struct {
	redis    *redis.Client
	order    *queueOrder
	interval time.Duration
	handle   func(payload []byte)
	heart    *heart
	permits  chan struct{}
	quit     chan struct{}
	ended    chan struct{}
	abort    chan struct{}
	running  sync.Map
	errorAt  time.Time
}

func (d *dispatcher) run() {
	defer close(d.ended)
	for {
		select {
		case <-d.quit:
			return
		case d.permits <- struct{}{}:
			d.next()
		}
	}
}

// next takes a task, or sleeps if there is none: while holding the permit, as asynq does.
func (d *dispatcher) next() {
	l, err := dequeue(context.Background(), d.redis, d.order.next())
	if errors.Is(err, errNoTask) {
		time.Sleep(d.interval/2 + time.Duration(rand.Int63n(int64(d.interval))))
	} else if err != nil && time.Since(d.errorAt) > 3*time.Second {
		log.Println("dequeue failed:", err)
		d.errorAt = time.Now()
	}
	if err != nil {
		<-d.permits
		return
	}
	begin := time.Now()
	deadline := l.message.effectiveDeadline(begin)
	d.heart.started <- busy{l, begin, deadline}
	go d.work(l, deadline)
}

func (d *dispatcher) work(l *lease, deadline time.Time) {
	id := l.message.id
	defer func() {
		d.heart.finished <- id
		<-d.permits
	}()
	ctx, cancel := context.WithDeadline(context.Background(), deadline)
	d.running.Store(id, cancel)
	defer func() {
		cancel()
		d.running.Delete(id)
	}()
	if ctx.Err() != nil {
		log.Printf("task %s was not run: %v", id, ctx.Err())
		return
	}
	handled := make(chan struct{}, 1)
	go func() {
		d.handle(l.message.payload)
		handled <- struct{}{}
	}()
	select {
	case <-d.abort:
		d.settle(ctx, l, requeue)
	case <-l.lost:
		log.Printf("task %s lost its lease", id)
	case <-ctx.Done():
		log.Printf("task %s was not finished: %v", id, ctx.Err())
	case <-handled:
		d.settle(ctx, l, done)
	}
}

// settle writes an outcome if the lease still lasts.
func (d *dispatcher) settle(ctx context.Context, l *lease, write func(context.Context, *redis.Client, message) error) {
	if !l.isValid(time.Now()) {
		log.Printf("the lease of task %s expired", l.message.id)
		return
	}
	ctx, cancel := context.WithDeadline(ctx, l.expiresAt())
	defer cancel()
	if err := write(ctx, d.redis, l.message); err != nil {
		log.Printf("the outcome of task %s was not written: %v", l.message.id, err)
	}
}

func (d *dispatcher) cancel(id string) {
	if cancel, found := d.running.Load(id); found {
		cancel.(context.CancelFunc)()
	}
}

// shutdown waits until all workers have ended; after a while they put back what they have.
func (d *dispatcher) shutdown() {
	close(d.quit)
	<-d.ended
	timer := time.AfterFunc(shutdownTimeout, func() { close(d.abort) })
	defer timer.Stop()
	for range cap(d.permits) {
		d.permits <- struct{}{}
	}
}

// queueOrder is the order in which queues are asked, drawn anew each time: the greater a priority the likelier the queue
// comes first.
type queueOrder struct {
	names []string
	slots []string
}

func newQueueOrder(priorities map[string]int) *queueOrder {
	divisor := 0
	for _, priority := range priorities {
		divisor = gcd(priority, divisor)
	}
	order := &queueOrder{}
	for name, priority := range priorities {
		order.names = append(order.names, name)
		for range priority / divisor {
			order.slots = append(order.slots, name)
		}
	}
	return order
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (o *queueOrder) next() []string {
	if len(o.names) == 1 {
		return o.names
	}
	rand.Shuffle(len(o.slots), func(i, j int) { o.slots[i], o.slots[j] = o.slots[j], o.slots[i] })
	seen := map[string]bool{}
	var order []string
	for _, name := range o.slots {
		if !seen[name] {
			seen[name] = true
			order = append(order, name)
		}
	}
	return order
}
