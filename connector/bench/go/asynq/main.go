// Asynqcontender runs hibiken/asynq through its public API.
package main

import (
	"context"
	"time"

	"bench"

	"github.com/hibiken/asynq"
)

const tunedInterval = 10 * time.Millisecond

type engine struct {
	server *asynq.Server
}

func main() {
	bench.Run(&engine{})
}

func (e *engine) Start(work bench.Work, handle func(payload []byte)) error {
	config := asynq.Config{Concurrency: work.Concurrency, Queues: work.Queues, LogLevel: asynq.FatalLevel}
	if work.Tuned {
		config.TaskCheckInterval = tunedInterval
	}
	e.server = asynq.NewServer(asynq.RedisClientOpt{Addr: work.Redis}, config)
	return e.server.Start(asynq.HandlerFunc(func(_ context.Context, task *asynq.Task) error {
		handle(task.Payload())
		return nil
	}))
}

func (e *engine) Stop() {
	e.server.Shutdown()
}

func (e *engine) Connect(redis string) bench.Producer {
	return producer{asynq.NewClient(asynq.RedisClientOpt{Addr: redis})}
}

type producer struct {
	client *asynq.Client
}

func (p producer) Enqueue(queue string, payload []byte) error {
	_, err := p.client.Enqueue(asynq.NewTask(bench.TaskType, payload), asynq.Queue(queue))
	return err
}
