// Worker is a server of Go asynq whose handlers write results, or a client. It is built inside a copy of asynq's module.
//
//	worker <redis>
//	worker <redis> enqueue <type> <payload> <delay>
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/hibiken/asynq"
)

func main() {
	if len(os.Args) == 6 && os.Args[2] == "enqueue" {
		enqueue(os.Args[1], os.Args[3], os.Args[4], os.Args[5])
		return
	}
	if len(os.Args) != 2 {
		log.Fatal("usage: worker <redis> [enqueue <type> <payload> <delay>]")
	}
	mux := asynq.NewServeMux()
	mux.HandleFunc("echo", func(_ context.Context, t *asynq.Task) error {
		_, err := t.ResultWriter().Write(append([]byte("from Go: "), t.Payload()...))
		return err
	})
	mux.HandleFunc("fail", func(_ context.Context, t *asynq.Task) error {
		return fmt.Errorf("no such invoice: %s: %w", t.Payload(), asynq.SkipRetry)
	})
	// runs until the file exists that the payload names
	mux.HandleFunc("hold", func(ctx context.Context, t *asynq.Task) error {
		for {
			if _, err := os.Stat(string(t.Payload())); err == nil {
				return nil
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	server := asynq.NewServer(asynq.RedisClientOpt{Addr: os.Args[1]}, asynq.Config{Concurrency: 4, TaskCheckInterval: 5 * time.Millisecond})
	if err := server.Run(mux); err != nil {
		log.Fatal(err)
	}
}
