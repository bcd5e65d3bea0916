package main

import (
	"context"
	"log"
	"sync"
	"time"

	"bench"

	"github.com/redis/go-redis/v9"
)

const (
	forwardInterval = 5 * time.Second
	recoverInterval = 60 * time.Second
	recoverCutoff   = 30 * time.Second
	janitorInterval = 8 * time.Second
	janitorBatch    = 100
	taskInterval    = time.Second
	tunedInterval   = 10 * time.Millisecond
)

// server is the dispatcher and all that runs beside it.
type server struct {
	redis      *redis.Client
	work       bench.Work
	heart      *heart
	dispatcher *dispatcher
	quit       chan struct{}
	services   sync.WaitGroup
}

func newServer(work bench.Work, handle func(payload []byte)) *server {
	client := connect(work.Redis)
	interval := taskInterval
	if work.Tuned {
		interval = tunedInterval
	}
	h := newHeart(client, work)
	return &server{
		redis: client, work: work, heart: h, quit: make(chan struct{}),
		dispatcher: &dispatcher{
			redis: client, order: newQueueOrder(work.Queues), interval: interval, handle: handle, heart: h,
			permits: make(chan struct{}, work.Concurrency), quit: make(chan struct{}), ended: make(chan struct{}),
			abort: make(chan struct{}),
		},
	}
}

func (s *server) start() {
	go s.heart.run()
	s.service(s.listenForCancellations)
	s.service(func() {
		s.look()
		s.every(recoverInterval, s.look)
	})
	s.service(func() { s.every(forwardInterval, s.forward) })
	go s.dispatcher.run()
	s.service(func() { s.every(janitorInterval, s.deleteCompleted) })
}

func (s *server) shutdown() {
	s.dispatcher.shutdown()
	close(s.quit)
	s.services.Wait()
	close(s.heart.quit)
	<-s.heart.ended
	if err := s.redis.Close(); err != nil {
		log.Println("closing:", err)
	}
}

func (s *server) service(run func()) {
	s.services.Add(1)
	go func() {
		defer s.services.Done()
		run()
	}()
}

func (s *server) every(interval time.Duration, run func()) {
	timer := time.NewTimer(interval)
	defer timer.Stop()
	for {
		select {
		case <-s.quit:
			return
		case <-timer.C:
			run()
			timer.Reset(interval)
		}
	}
}

func (s *server) listenForCancellations() {
	subscription := s.redis.Subscribe(context.Background(), cancelKey)
	defer subscription.Close()
	ids := subscription.Channel()
	for {
		select {
		case <-s.quit:
			return
		case id := <-ids:
			s.dispatcher.cancel(id.Payload)
		}
	}
}

func (s *server) forward() {
	ctx := context.Background()
	for queue := range s.work.Queues {
		k := keysOf(queue)
		for _, from := range []string{k.of("scheduled"), k.of("retry")} {
			moved, err := 1, error(nil)
			for err == nil && moved > 0 {
				now := time.Now()
				moved, err = forwardScript.Run(ctx, s.redis, []string{from, k.pending()},
					now.Unix(), k.taskPrefix(), now.UnixNano(), k.of("g:")).Int()
			}
			if err != nil {
				log.Println("forwarding failed:", err)
				return
			}
		}
	}
}

// look looks for what asynq's recoverer recovers. Here it is only told: a run in which there is such a thing is void.
func (s *server) look() {
	ctx := context.Background()
	for queue := range s.work.Queues {
		k := keysOf(queue)
		now := time.Now()
		tasks, err := expiredLeasesScript.Run(ctx, s.redis, []string{k.lease()},
			now.Add(-recoverCutoff).Unix(), k.taskPrefix()).StringSlice()
		if err != nil || len(tasks) > 0 {
			log.Printf("queue %s has %d tasks with expired leases, which stay (error: %v)", queue, len(tasks), err)
		}
		sets, err := staleAggregationScript.Run(ctx, s.redis, []string{k.of("aggregation_sets")}, now.Unix()).StringSlice()
		if err != nil || len(sets) > 0 {
			log.Printf("queue %s has %d stale aggregation sets, which stay (error: %v)", queue, len(sets), err)
		}
	}
}

func (s *server) deleteCompleted() {
	ctx := context.Background()
	for queue := range s.work.Queues {
		k := keysOf(queue)
		deleted, err := janitorBatch, error(nil)
		for err == nil && deleted > 0 {
			deleted, err = deleteCompletedScript.Run(ctx, s.redis, []string{k.of("completed")},
				time.Now().Unix(), k.taskPrefix(), janitorBatch).Int()
		}
		if err != nil {
			log.Println("deleting completed tasks failed:", err)
		}
	}
}
