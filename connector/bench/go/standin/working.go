package main

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	leaseDuration = 30 * time.Second
	statsKept     = 90 * 24 * time.Hour
)

var errNoTask = errors.New("no task is ready")

// lease is the right to run a task, until it expires.
type lease struct {
	mutex   sync.Mutex
	expiry  time.Time
	lost    chan struct{}
	isLost  bool
	message message
}

func newLease(m message, expiry time.Time) *lease {
	return &lease{message: m, expiry: expiry, lost: make(chan struct{})}
}

func (l *lease) expiresAt() time.Time {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.expiry
}

func (l *lease) isValid(now time.Time) bool {
	return !l.expiresAt().Before(now)
}

func (l *lease) extend(expiry time.Time) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.expiry = expiry
}

// lose tells the worker. Only the heartbeat calls it.
func (l *lease) lose() {
	if !l.isLost {
		l.isLost = true
		close(l.lost)
	}
}

// dequeue asks the queues in their order until one has a task.
func dequeue(ctx context.Context, client *redis.Client, queues []string) (*lease, error) {
	for _, queue := range queues {
		k := keysOf(queue)
		expiry := time.Now().Add(leaseDuration)
		msg, err := dequeueScript.Run(ctx, client, []string{k.pending(), k.paused(), k.active(), k.lease()},
			expiry.Unix(), k.taskPrefix()).Text()
		if errors.Is(err, redis.Nil) {
			continue
		} else if err != nil {
			return nil, err
		}
		m, err := decode([]byte(msg))
		if err != nil {
			return nil, err
		}
		return newLease(m, expiry), nil
	}
	return nil, errNoTask
}

func done(ctx context.Context, client *redis.Client, m message) error {
	now := time.Now()
	k := keysOf(m.queue)
	scriptKeys := []string{k.active(), k.lease(), k.task(m.id), k.processedOn(now), k.processed()}
	if m.uniqueKey != "" {
		scriptKeys = append(scriptKeys, m.uniqueKey)
	}
	return doneScript.Run(ctx, client, scriptKeys, m.id, now.Add(statsKept).Unix(), int64(math.MaxInt64)).Err()
}

func requeue(ctx context.Context, client *redis.Client, m message) error {
	k := keysOf(m.queue)
	return requeueScript.Run(ctx, client, []string{k.active(), k.lease(), k.pending(), k.task(m.id)}, m.id).Err()
}
