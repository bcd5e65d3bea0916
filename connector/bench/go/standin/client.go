package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"bench"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// client enqueues tasks one by one. A queue is registered before its first task.
type client struct {
	redis      *redis.Client
	registered sync.Map
}

func (c *client) Enqueue(queue string, payload []byte) error {
	m := message{taskType: bench.TaskType, payload: payload, id: uuid.NewString(), queue: queue, retry: 25, timeout: 1800}
	ctx := context.Background()
	if _, known := c.registered.Load(queue); !known {
		if err := c.redis.SAdd(ctx, queuesKey, queue).Err(); err != nil {
			return err
		}
		c.registered.Store(queue, true)
	}
	k := keysOf(queue)
	stored, err := enqueueScript.Run(ctx, c.redis, []string{k.task(m.id), k.pending()},
		m.encode(), m.id, time.Now().UnixNano()).Int()
	if err == nil && stored == 0 {
		err = fmt.Errorf("ID %s is taken", m.id)
	}
	return err
}
