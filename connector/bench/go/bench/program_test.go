package bench

import (
	"sort"
	"strings"
	"sync"
	"testing"
)

// loop is an engine whose tasks go straight from the producer to the handler.
type loop struct {
	mutex    sync.Mutex
	work     Work
	handle   func(payload []byte)
	stops    int
	payloads [][]byte
}

func (l *loop) Start(work Work, handle func(payload []byte)) error {
	l.work, l.handle = work, handle
	return nil
}

func (l *loop) Stop() { l.stops++ }

func (l *loop) Connect(string) Producer { return l }

func (l *loop) Enqueue(_ string, payload []byte) error {
	l.mutex.Lock()
	l.payloads = append(l.payloads, payload)
	l.mutex.Unlock()
	l.handle(payload)
	return nil
}

func TestObeysOrders(t *testing.T) {
	engine := &loop{}
	p := newProgram(engine)
	expect := func(order, answer string) {
		t.Helper()
		if given := p.answer(order); !strings.HasPrefix(given, answer) {
			t.Errorf("%s\n answered %s\n not      %s", order, given, answer)
		}
	}
	expect("start redis=r:1 queues=a:2,b:1 concurrency=7 tuned=true", "ok")
	if w := engine.work; w.Queues["a"] != 2 || w.Queues["b"] != 1 || w.Concurrency != 7 || !w.Tuned || w.Redis != "r:1" {
		t.Errorf("work is %+v", w)
	}
	expect("expect tasks=300", "ok")
	expect("enqueue redis=r:1 queue=a tasks=100 first=0 mode=single producers=4 size=100", "ok nanos=")
	expect("produce redis=r:1 queue=a tasks=100 first=100 size=20 rate=100000", "ok")
	expect("produce redis=r:1 queue=a tasks=2 first=299 size=20 from=0 to=1", "ok")
	expect("await tasks=201 within=100", "ok distinct=201 duplicates=0 first=")
	if summary := p.tally.Load().Summary(); summary["strangers"] != 1 {
		t.Errorf("a task numbered 300 is a stranger: %v", summary)
	}
	if len(engine.payloads[0]) != 100 || len(engine.payloads[150]) != 20 {
		t.Errorf("sizes are %d and %d", len(engine.payloads[0]), len(engine.payloads[150]))
	}
	expect("stop", "ok")
	expect("stop", "ok")
	if engine.stops != 1 {
		t.Errorf("stopped %d times", engine.stops)
	}
	expect("heap", `failed: there is no order "heap"`)
	expect("enqueue redis=r:1 queue=a tasks=1 mode=bulk producers=1", "failed: mode must be single")
	expect("await tasks=1 within=soon", "failed: within of \"await\" must be a whole number")
	expect("await tasks", "failed: \"tasks\" is not name=value")
}

func TestTallyTellsLatencies(t *testing.T) {
	tally := NewTally(5)
	ready := TaskNow(0).ReadyAt
	for number := range int64(4) {
		tally.Started(Task{Number: number, ReadyAt: ready - number*1_000_000_000}.Payload(16))
	}
	tally.Started(Task{Number: 3, ReadyAt: ready}.Payload(16))
	summary := tally.Summary()
	if summary["distinct"] != 4 || summary["duplicates"] != 1 {
		t.Errorf("summary is %v", summary)
	}
	seconds := []int64{summary["p50"] / 1e9, summary["p95"] / 1e9, summary["p99"] / 1e9, summary["max"] / 1e9}
	if !sort.SliceIsSorted(seconds, func(i, j int) bool { return seconds[i] < seconds[j] }) || seconds[0] != 1 ||
		seconds[1] != 3 || seconds[3] != 3 {
		t.Errorf("latencies are %v s", seconds)
	}
}
