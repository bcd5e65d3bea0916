// Traces handles tasks of one queue and sends each one on to another, as a Go program does that uses OpenTelemetry with asynq:
// the context is in the headers of the tasks, written and read by the propagators of the W3C. It writes a line for each span
// to standard output: name, trace, span, parent. It ends with its input.
//
//	traces <address of Redis> <queue to handle> <queue to send to>
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"sync"

	"github.com/hibiken/asynq"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// lines writes a line for each span.
type lines struct {
	mutex sync.Mutex
	out   *bufio.Writer
}

func (l *lines) ExportSpans(_ context.Context, spans []sdk.ReadOnlySpan) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, span := range spans {
		fmt.Fprintln(l.out, span.Name(), span.SpanContext().TraceID(), span.SpanContext().SpanID(), span.Parent().SpanID())
	}
	return l.out.Flush()
}

func (l *lines) Shutdown(context.Context) error {
	return nil
}

func main() {
	redis := asynq.RedisClientOpt{Addr: os.Args[1]}
	from, to := os.Args[2], os.Args[3]
	provider := sdk.NewTracerProvider(sdk.WithSyncer(&lines{out: bufio.NewWriter(os.Stdout)}))
	otel.SetTextMapPropagator(propagation.NewCompositeTextMapPropagator(propagation.TraceContext{}, propagation.Baggage{}))
	tracer := provider.Tracer("traces")
	client := asynq.NewClient(redis)
	server := asynq.NewServer(redis, asynq.Config{Concurrency: 20, Queues: map[string]int{from: 1}, LogLevel: asynq.WarnLevel})

	err := server.Start(asynq.HandlerFunc(func(ctx context.Context, task *asynq.Task) error {
		ctx = otel.GetTextMapPropagator().Extract(ctx, propagation.MapCarrier(task.Headers()))
		ctx, process := tracer.Start(ctx, "go-process", trace.WithSpanKind(trace.SpanKindConsumer))
		defer process.End()
		ctx, send := tracer.Start(ctx, "go-send", trace.WithSpanKind(trace.SpanKindProducer))
		defer send.End()
		headers := propagation.MapCarrier{}
		otel.GetTextMapPropagator().Inject(ctx, headers)
		_, err := client.Enqueue(asynq.NewTaskWithHeaders("traced:back", task.Payload(), headers), asynq.Queue(to))
		return err
	}))
	if err != nil {
		log.Fatal(err)
	}
	io.Copy(io.Discard, os.Stdin)
	server.Shutdown()
}
