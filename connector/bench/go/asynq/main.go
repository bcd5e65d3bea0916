// Benchasynq runs stock hibiken/asynq through its public API. It reads the commands that the Java class Command lists,
// one per line, and writes a reply per line.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hibiken/asynq"
)

type command struct {
	verb   string
	values map[string]string
}

type program struct {
	server   *asynq.Server
	clients  map[string]*asynq.Client
	recorder atomic.Pointer[recorder]
}

func main() {
	p := &program{clients: map[string]*asynq.Client{}}
	p.recorder.Store(newRecorder(0))
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		numbers, err := p.execute(lines.Text())
		if err != nil {
			fmt.Println("failed: " + strings.ReplaceAll(err.Error(), "\n", "; "))
		} else {
			fmt.Println(reply(numbers))
		}
	}
	p.stop()
}

// heap is the number of bytes in use after garbage collections.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return int64(memory.HeapAlloc)
}

func parse(line string) (command, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return command{}, errors.New("an empty line is not a command")
	}
	c := command{words[0], map[string]string{}}
	for _, word := range words[1:] {
		name, value, found := strings.Cut(word, "=")
		if !found {
			return command{}, fmt.Errorf("%q is not name=value, in: %s", word, line)
		}
		c.values[name] = value
	}
	return c, nil
}

func reply(numbers map[string]int64) string {
	words := []string{}
	for name, number := range numbers {
		words = append(words, fmt.Sprintf("%s=%d", name, number))
	}
	sort.Strings(words)
	return strings.Join(append([]string{"ok"}, words...), " ")
}

// number is a required number; a missing or wrong one is added to err.
func (c command) number(name string, err *error) int64 {
	value, failure := strconv.ParseInt(c.values[name], 10, 64)
	if failure != nil {
		*err = errors.Join(*err, fmt.Errorf("%q needs the number %s, but has only %v", c.verb, name, c.values))
	}
	return value
}

func (c command) numberOr(name string, defaultValue int64, err *error) int64 {
	if _, found := c.values[name]; !found {
		return defaultValue
	}
	return c.number(name, err)
}

func (p *program) execute(line string) (map[string]int64, error) {
	c, err := parse(line)
	if err != nil {
		return nil, err
	}
	switch c.verb {
	case "expect":
		tasks := c.number("tasks", &err)
		if err == nil {
			p.recorder.Store(newRecorder(tasks))
		}
		return nil, err
	case "start":
		return nil, p.start(c)
	case "stop":
		p.stop()
		return nil, nil
	case "heap":
		return map[string]int64{"bytes": heap()}, nil
	case "await":
		tasks, within := c.number("tasks", &err), c.number("within", &err)
		if err != nil {
			return nil, err
		}
		r := p.recorder.Load()
		r.await(tasks, time.Duration(within)*time.Millisecond)
		return r.summary(), nil
	case "enqueue", "produce":
		client, err := p.client(c)
		if err != nil {
			return nil, err
		}
		producer, err := newProducer(client, c)
		if err != nil {
			return nil, err
		}
		return producer.run(c)
	}
	return nil, fmt.Errorf("unknown command %q", c.verb)
}

func (p *program) client(c command) (*asynq.Client, error) {
	client, found := p.clients[c.values["redis"]]
	if !found {
		redis, err := connection(c)
		if err != nil {
			return nil, err
		}
		client = asynq.NewClient(redis)
		p.clients[c.values["redis"]] = client
	}
	return client, nil
}

func (p *program) start(c command) error {
	var err error
	concurrency, sleep := c.number("concurrency", &err), c.numberOr("sleep", 0, &err)
	queues := map[string]int{}
	for _, queue := range strings.Split(c.values["queues"], ",") {
		name, priority, _ := strings.Cut(queue, ":")
		number, failure := strconv.Atoi(priority)
		err = errors.Join(err, failure)
		queues[name] = number
	}
	redis, failure := connection(c)
	if err = errors.Join(err, failure); err != nil {
		return err
	}
	if c.values["spread"] == "true" {
		concurrency *= int64(len(queues))
	}
	p.server = asynq.NewServer(redis,
		asynq.Config{Concurrency: int(concurrency), Queues: queues, LogLevel: asynq.FatalLevel})
	return p.server.Start(asynq.HandlerFunc(func(_ context.Context, task *asynq.Task) error {
		p.recorder.Load().started(task.Payload())
		if sleep > 0 {
			time.Sleep(time.Duration(sleep) * time.Millisecond)
		}
		return nil
	}))
}

func (p *program) stop() {
	if p.server != nil {
		p.server.Shutdown()
		p.server = nil
	}
	for redis, client := range p.clients {
		_ = client.Close()
		delete(p.clients, redis)
	}
}
