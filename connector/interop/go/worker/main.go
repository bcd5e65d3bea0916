// Worker is a server of Go asynq whose handlers write results. It is built inside a copy of asynq's module.
//
//	worker <redis>
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/hibiken/asynq"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: worker <redis>")
	}
	mux := asynq.NewServeMux()
	mux.HandleFunc("echo", func(_ context.Context, t *asynq.Task) error {
		_, err := t.ResultWriter().Write(append([]byte("from Go: "), t.Payload()...))
		return err
	})
	mux.HandleFunc("fail", func(_ context.Context, t *asynq.Task) error {
		return fmt.Errorf("no such invoice: %s: %w", t.Payload(), asynq.SkipRetry)
	})
	server := asynq.NewServer(asynq.RedisClientOpt{Addr: os.Args[1]}, asynq.Config{Concurrency: 4})
	if err := server.Run(mux); err != nil {
		log.Fatal(err)
	}
}
