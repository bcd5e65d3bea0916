package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"bench"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const (
	beatInterval = 5 * time.Second
	serverLife   = 2 * beatInterval
)

// busy is a worker that has a task.
type busy struct {
	lease    *lease
	begin    time.Time
	deadline time.Time
}

// heart publishes the server and extends the leases of its tasks. While it does, no task begins or ends.
type heart struct {
	redis    *redis.Client
	work     bench.Work
	host     string
	serverID string
	begin    time.Time
	workers  map[string]busy
	started  chan busy
	finished chan string
	quit     chan struct{}
	ended    chan struct{}
}

func newHeart(client *redis.Client, work bench.Work) *heart {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown-host"
	}
	return &heart{
		redis: client, work: work, host: host, serverID: uuid.NewString(), begin: time.Now(),
		workers: map[string]busy{}, started: make(chan busy), finished: make(chan string),
		quit: make(chan struct{}), ended: make(chan struct{}),
	}
}

func (h *heart) run() {
	defer close(h.ended)
	h.beat()
	timer := time.NewTimer(beatInterval)
	for {
		select {
		case <-h.quit:
			timer.Stop()
			h.clear()
			return
		case worker := <-h.started:
			h.workers[worker.lease.message.id] = worker
		case id := <-h.finished:
			delete(h.workers, id)
		case <-timer.C:
			h.beat()
			timer.Reset(beatInterval)
		}
	}
}

func (h *heart) identity() string {
	return fmt.Sprintf("{%s:%d:%s}", h.host, os.Getpid(), h.serverID)
}

func (h *heart) serverKey() string  { return serversKey + ":" + h.identity() }
func (h *heart) workersKey() string { return workersKey + ":" + h.identity() }

func (h *heart) beat() {
	ctx := context.Background()
	if err := h.publish(ctx); err != nil {
		log.Println("the server's state was not written:", err)
	}
	now := time.Now()
	byQueue := map[string][]*lease{}
	for _, worker := range h.workers {
		if worker.lease.isValid(now) {
			queue := worker.lease.message.queue
			byQueue[queue] = append(byQueue[queue], worker.lease)
		} else {
			worker.lease.lose()
		}
	}
	for queue, leases := range byQueue {
		h.extend(ctx, queue, leases)
	}
}

func (h *heart) extend(ctx context.Context, queue string, leases []*lease) {
	expiry := time.Now().Add(leaseDuration)
	members := make([]redis.Z, len(leases))
	for i, l := range leases {
		members[i] = redis.Z{Score: float64(expiry.Unix()), Member: l.message.id}
	}
	if err := h.redis.ZAddXX(ctx, keysOf(queue).lease(), members...).Err(); err != nil {
		log.Println("leases were not extended:", err)
		return
	}
	for _, l := range leases {
		l.extend(expiry)
	}
}

func (h *heart) publish(ctx context.Context) error {
	arguments := []any{int64(serverLife / time.Second), []byte(h.serverInfo())}
	for id, worker := range h.workers {
		arguments = append(arguments, id, []byte(h.workerInfo(worker)))
	}
	expiry := float64(time.Now().Add(serverLife).Unix())
	if err := h.redis.ZAdd(ctx, serversKey, redis.Z{Score: expiry, Member: h.serverKey()}).Err(); err != nil {
		return err
	}
	if err := h.redis.ZAdd(ctx, workersKey, redis.Z{Score: expiry, Member: h.workersKey()}).Err(); err != nil {
		return err
	}
	return writeServerScript.Run(ctx, h.redis, []string{h.serverKey(), h.workersKey()}, arguments...).Err()
}

func (h *heart) clear() {
	ctx := context.Background()
	h.redis.ZRem(ctx, serversKey, h.serverKey())
	h.redis.ZRem(ctx, workersKey, h.workersKey())
	if err := clearServerScript.Run(ctx, h.redis, []string{h.serverKey(), h.workersKey()}).Err(); err != nil {
		log.Println("the server's state was not cleared:", err)
	}
}

func (h *heart) header() fields {
	var info fields
	info.text(1, h.host)
	info.number(2, int64(os.Getpid()))
	info.text(3, h.serverID)
	return info
}

func (h *heart) serverInfo() fields {
	info := h.header()
	info.number(4, int64(h.work.Concurrency))
	for queue, priority := range h.work.Queues {
		var entry fields
		entry.text(1, queue)
		entry.number(2, int64(priority))
		info.message(5, entry)
	}
	info.text(7, "active")
	info.timestamp(8, h.begin)
	info.number(9, int64(len(h.workers)))
	return info
}

func (h *heart) workerInfo(worker busy) fields {
	m := worker.lease.message
	info := h.header()
	info.text(4, m.id)
	info.text(5, m.taskType)
	info.text(6, string(m.payload))
	info.text(7, m.queue)
	info.timestamp(8, worker.begin)
	info.timestamp(9, worker.deadline)
	return info
}
