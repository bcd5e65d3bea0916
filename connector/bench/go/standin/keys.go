package main

import "time"

const (
	queuesKey  = "asynq:queues"
	serversKey = "asynq:servers"
	workersKey = "asynq:workers"
	cancelKey  = "asynq:cancel"
)

// keys is the prefix of the Redis keys of a queue.
type keys string

func keysOf(queue string) keys {
	return keys("asynq:{" + queue + "}:")
}

func (k keys) of(name string) string { return string(k) + name }

func (k keys) pending() string    { return k.of("pending") }
func (k keys) active() string     { return k.of("active") }
func (k keys) lease() string      { return k.of("lease") }
func (k keys) paused() string     { return k.of("paused") }
func (k keys) processed() string  { return k.of("processed") }
func (k keys) taskPrefix() string { return k.of("t:") }

func (k keys) task(id string) string { return k.taskPrefix() + id }

func (k keys) processedOn(day time.Time) string {
	return k.processed() + ":" + day.UTC().Format("2006-01-02")
}
