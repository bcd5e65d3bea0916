package main

import (
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/hibiken/asynq"
)

// enqueue stores a task that is unique for an hour, and prints its ID, or "duplicate" if another task holds its lock.
func enqueue(redis, taskType, payload, delay string) {
	in, err := time.ParseDuration(delay)
	if err != nil {
		log.Fatal(err)
	}
	client := asynq.NewClient(asynq.RedisClientOpt{Addr: redis})
	defer client.Close()
	info, err := client.Enqueue(asynq.NewTask(taskType, []byte(payload)), asynq.Unique(time.Hour), asynq.ProcessIn(in))
	switch {
	case err == nil:
		fmt.Println(info.ID)
	case errors.Is(err, asynq.ErrDuplicateTask):
		fmt.Println("duplicate")
	default:
		log.Fatal(err)
	}
}
