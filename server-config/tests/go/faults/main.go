// Worker is a server of Go asynq that handles tasks as the servers beside it do, and records what it has done as they do.
//
//	worker <redis> <address of the Redis for effects> <script that counts effects>
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"strings"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
)

const cluster = "redis-cluster://"

func connection(url string) (asynq.RedisConnOpt, error) {
	if strings.HasPrefix(url, cluster) {
		return asynq.RedisClusterClientOpt{Addrs: strings.Split(strings.TrimPrefix(url, cluster), ",")}, nil
	}
	return asynq.ParseRedisURI(url)
}

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: worker <redis> <effects> <script>")
	}
	redisOption, err := connection(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	effects := redis.NewClient(&redis.Options{Addr: os.Args[2]})
	count := redis.NewScript(os.Args[3])
	ran := func(ctx context.Context, t *asynq.Task) error {
		return count.Run(ctx, effects, nil, "ran", string(t.Payload()), "go").Err()
	}
	mux := asynq.NewServeMux()
	mux.HandleFunc("faults:plain", ran)
	mux.HandleFunc("faults:slow", func(ctx context.Context, t *asynq.Task) error {
		time.Sleep(300 * time.Millisecond)
		return ran(ctx, t)
	})
	mux.HandleFunc("faults:failing", func(ctx context.Context, t *asynq.Task) error {
		started, err := effects.HIncrBy(ctx, "started", string(t.Payload()), 1).Result()
		if err != nil {
			return err
		}
		if started == 1 {
			return errors.New("fails once, as the test wants")
		}
		return ran(ctx, t)
	})
	server := asynq.NewServer(redisOption, asynq.Config{
		Concurrency: 10,
		Queues:      map[string]int{"shared": 1},
		LogLevel:    asynq.WarnLevel,
		RetryDelayFunc: func(int, error, *asynq.Task) time.Duration {
			return time.Second
		},
	})
	if err := server.Run(mux); err != nil {
		log.Fatal(err)
	}
}
