// Record repeats recorded calls with the asynq it is compiled in, and writes down what they return and what they do to Redis.
// It uses internal packages, so that it is built inside a copy of asynq's module; docs/contributing/conformance.md has the command.
//
//	record <redis> <from> <to> [every]
//
// From the file <from>, sequences of calls, it takes operations, arguments and times. For each step <to> has the result or the
// error, and the change of the key space. Both files have one sequence a line, compressed. With <every> only each n-th
// sequence is repeated. All data of <redis>, which is of version 7.0 or later, is deleted. The data of a sequence begins with
// an empty Redis and a new broker; the clock is simulated.
package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/hibiken/asynq/internal/rdb"
	"github.com/hibiken/asynq/internal/timeutil"
	"github.com/redis/go-redis/v9"
)

type sequence struct {
	Seq    json.RawMessage
	Theme  json.RawMessage
	Queues json.RawMessage
	Steps  []step
}

type step struct {
	Op    string
	Args  json.RawMessage
	Clock int64 `json:"clock_unix_nano"`
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 3 || len(args) > 4 {
		return errors.New("usage: record <redis> <from> <to> [every]")
	}
	every := 1
	if len(args) == 4 {
		n, err := strconv.Atoi(args[3])
		if err != nil || n < 1 {
			return fmt.Errorf("every %q: a number from 1 is needed", args[3])
		}
		every = n
	}
	client := redis.NewClient(&redis.Options{Addr: args[0]})
	defer client.Close()
	from, err := os.Open(args[1])
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.Create(args[2])
	if err != nil {
		return err
	}
	defer to.Close()
	return repeatAll(context.Background(), client, from, to, every)
}

func repeatAll(ctx context.Context, client *redis.Client, from io.Reader, to io.Writer, every int) error {
	unzip, err := gzip.NewReader(from)
	if err != nil {
		return err
	}
	lines := bufio.NewReader(unzip)
	zip, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return zip.Close()
		}
		if err != nil {
			return err
		}
		if n%every != 0 {
			continue
		}
		var original sequence
		if err := json.Unmarshal(line, &original); err != nil {
			return fmt.Errorf("sequence %d: %w", n, err)
		}
		repeated, err := repeat(ctx, client, original)
		if err != nil {
			return fmt.Errorf("sequence %d: %w", n, err)
		}
		if _, err := zip.Write(append(compact(repeated), '\n')); err != nil {
			return err
		}
	}
}

func repeat(ctx context.Context, client *redis.Client, original sequence) (map[string]any, error) {
	if err := client.FlushAll(ctx).Err(); err != nil {
		return nil, err
	}
	clock := timeutil.NewSimulatedClock(time.Unix(0, 0))
	broker := rdb.NewRDB(client)
	broker.SetClock(clock)
	player := &player{ctx: ctx, client: client, broker: broker, clock: clock, sets: &setNames{}}
	state := keySpace{}
	steps := []any{}
	for i, each := range original.Steps {
		clock.SetTime(time.Unix(0, each.Clock).UTC())
		written, err := player.play(each)
		if err != nil {
			return nil, fmt.Errorf("step %d, %s: %w", i, each.Op, err)
		}
		after, err := read(ctx, client, state, player.sets)
		if err != nil {
			return nil, fmt.Errorf("step %d, %s: %w", i, each.Op, err)
		}
		if delta := state.deltaTo(after); delta != nil {
			written["delta"] = delta
		}
		state = after
		steps = append(steps, written)
	}
	return map[string]any{"seq": original.Seq, "theme": original.Theme, "queues": original.Queues, "steps": steps,
		"end": state.all()}, nil
}
