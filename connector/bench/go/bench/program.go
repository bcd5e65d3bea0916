// Package bench is what the contenders written in Go share: a program that takes the orders which the Java class Order
// lists, one a line, and answers each with a line.
package bench

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Work is what a server of an engine has to do.
type Work struct {
	Redis       string
	Queues      map[string]int
	Concurrency int
	// Tuned asks for settings that make it start tasks sooner.
	Tuned bool
}

// Engine is a task queue under test.
type Engine interface {
	// Start begins to work. The function is called once for each task.
	Start(work Work, handle func(payload []byte)) error
	// Stop ends the work.
	Stop()
	// Connect makes a producer for the Redis at host:port.
	Connect(redis string) Producer
}

type program struct {
	engine    Engine
	working   bool
	producers map[string]Producer
	tally     atomic.Pointer[Tally]
}

// Run obeys until the input ends.
func Run(engine Engine) {
	p := newProgram(engine)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fmt.Println(p.answer(lines.Text()))
	}
	p.stop()
}

func newProgram(engine Engine) *program {
	p := &program{engine: engine, producers: map[string]Producer{}}
	p.tally.Store(NewTally(0))
	return p
}

func (p *program) answer(line string) string {
	order, err := ParseOrder(line)
	if err != nil {
		return failed(err)
	}
	numbers, err := p.obey(order)
	if err != nil {
		return failed(err)
	}
	return answer(numbers)
}

func failed(err error) string {
	return "failed: " + strings.ReplaceAll(err.Error(), "\n", "; ")
}

func (p *program) obey(order Order) (map[string]int64, error) {
	switch order.Verb {
	case "expect":
		tasks, err := order.Number("tasks")
		if err == nil {
			p.tally.Store(NewTally(tasks))
		}
		return nil, err
	case "start":
		return nil, p.start(order)
	case "stop":
		p.stop()
		return nil, nil
	case "await":
		return p.await(order)
	case "enqueue":
		return p.enqueue(order)
	case "produce":
		return nil, p.produce(order)
	}
	return nil, fmt.Errorf("there is no order %q", order.Verb)
}

func (p *program) start(order Order) error {
	redis, redisErr := order.Text("redis")
	concurrency, concurrencyErr := order.Number("concurrency")
	sleep, sleepErr := order.NumberOr("sleep", 0)
	queues, queuesErr := queuesOf(order)
	if err := errors.Join(redisErr, concurrencyErr, sleepErr, queuesErr); err != nil {
		return err
	}
	work := Work{Redis: redis, Queues: queues, Concurrency: int(concurrency), Tuned: order.Values["tuned"] == "true"}
	err := p.engine.Start(work, func(payload []byte) {
		p.tally.Load().Started(payload)
		if sleep > 0 {
			time.Sleep(time.Duration(sleep) * time.Millisecond)
		}
	})
	p.working = err == nil
	return err
}

func queuesOf(order Order) (map[string]int, error) {
	text, err := order.Text("queues")
	if err != nil {
		return nil, err
	}
	queues := map[string]int{}
	for _, queue := range strings.Split(text, ",") {
		name, priority, _ := strings.Cut(queue, ":")
		queues[name], err = strconv.Atoi(priority)
		if err != nil {
			return nil, fmt.Errorf("queues of \"start\" must be name:priority,… and not %q", text)
		}
	}
	return queues, nil
}

func (p *program) stop() {
	if p.working {
		p.engine.Stop()
		p.working = false
	}
}

func (p *program) await(order Order) (map[string]int64, error) {
	tasks, tasksErr := order.Number("tasks")
	within, withinErr := order.Number("within")
	if err := errors.Join(tasksErr, withinErr); err != nil {
		return nil, err
	}
	tally := p.tally.Load()
	tally.Await(tasks, time.Duration(within)*time.Millisecond)
	return tally.Summary(), nil
}

func (p *program) production(order Order) (production, error) {
	redis, err := order.Text("redis")
	if err != nil {
		return production{}, err
	}
	producer, found := p.producers[redis]
	if !found {
		producer = p.engine.Connect(redis)
		p.producers[redis] = producer
	}
	return newProduction(producer, order)
}

func (p *program) enqueue(order Order) (map[string]int64, error) {
	production, productionErr := p.production(order)
	producers, producersErr := order.Number("producers")
	mode, modeErr := order.Text("mode")
	if err := errors.Join(productionErr, producersErr, modeErr); err != nil {
		return nil, err
	}
	if mode != "single" {
		return nil, fmt.Errorf("mode must be single, not %q", mode)
	}
	took, err := production.single(producers)
	return map[string]int64{"nanos": took.Nanoseconds()}, err
}

func (p *program) produce(order Order) error {
	production, err := p.production(order)
	if err != nil {
		return err
	}
	if _, found := order.Values["rate"]; found {
		rate, err := order.Number("rate")
		if err != nil {
			return err
		}
		return production.atRate(rate)
	}
	from, fromErr := order.Number("from")
	to, toErr := order.Number("to")
	if err := errors.Join(fromErr, toErr); err != nil {
		return err
	}
	return production.withPauses(from, to)
}
