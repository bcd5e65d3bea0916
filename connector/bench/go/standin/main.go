// Standin sends the commands asynq sends, on the same pattern and at the same intervals, for tasks that succeed: one
// dispatcher, one task a round trip, a goroutine a task, one script call an outcome. It is not asynq's code and its figures
// are not asynq's.
package main

import (
	"bench"

	"github.com/redis/go-redis/v9"
)

type engine struct {
	server *server
}

func main() {
	bench.Run(&engine{})
}

func connect(address string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: address})
}

func (e *engine) Start(work bench.Work, handle func(payload []byte)) error {
	e.server = newServer(work, handle)
	e.server.start()
	return nil
}

func (e *engine) Stop() {
	e.server.shutdown()
}

func (e *engine) Connect(address string) bench.Producer {
	return &client{redis: connect(address)}
}
