package io.github.asynqee.messaging.internal.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.RevokeTaskException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskAttempt;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.github.asynqee.worker.GroupConfig;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.Test;

/** The spans of tasks that a client enqueues and a worker runs, with a real Redis. */
class TracingTest extends TracedTasks {

    @Test
    void the_first_attempt_is_a_child_of_the_sender_and_both_have_the_attributes_of_messaging() throws Exception {
        Span request = spans.own().spanBuilder("request").startSpan();
        TaskInfo stored = Context.current().with(request)
                .wrapSupplier(() -> sender(TracingMode.PARENT).enqueue(task().retention(Duration.ofHours(1)))).get();
        request.end();
        work(TracingMode.PARENT, delivery -> spans.own().spanBuilder("inside").startSpan().end());

        SpanData send = spans.await("send " + queue, 1).get(0);
        SpanData process = spans.await("process " + queue, 1).get(0);
        SpanData inside = spans.await("inside", 1).get(0);
        assertThat(send.getKind()).isEqualTo(SpanKind.PRODUCER);
        assertThat(send.getParentSpanId()).isEqualTo(request.getSpanContext().getSpanId());
        assertThat(send.getAttributes().asMap()).containsEntry(SpanAttributes.SYSTEM, "asynq")
                .containsEntry(SpanAttributes.OPERATION_NAME, "send")
                .containsEntry(SpanAttributes.OPERATION_TYPE, "send")
                .containsEntry(SpanAttributes.QUEUE, queue).containsEntry(SpanAttributes.ID, stored.id())
                .containsEntry(SpanAttributes.TYPE, "email:welcome");
        assertThat(process.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(process.getParentSpanId()).isEqualTo(send.getSpanId());
        assertThat(process.getTraceId()).isEqualTo(request.getSpanContext().getTraceId());
        assertThat(process.getLinks()).isEmpty();
        assertThat(process.getAttributes().asMap()).containsEntry(SpanAttributes.SYSTEM, "asynq")
                .containsEntry(SpanAttributes.OPERATION_NAME, "process")
                .containsEntry(SpanAttributes.OPERATION_TYPE, "process")
                .containsEntry(SpanAttributes.QUEUE, queue).containsEntry(SpanAttributes.ID, stored.id())
                .containsEntry(SpanAttributes.TYPE, "email:welcome")
                .containsEntry(SpanAttributes.CHANNEL, "mails").containsEntry(SpanAttributes.ATTEMPT, 1L)
                .containsEntry(SpanAttributes.OUTCOME, "done").doesNotContainKey(SpanAttributes.ERROR);
        assertThat(process.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(process.getEvents()).extracting(EventData::getName).containsExactly(ProcessSpan.STARTED,
                ProcessSpan.ENDED);
        assertThat(inside.getParentSpanId()).isEqualTo(process.getSpanId());
        assertThat(attempts(stored.id())).extracting(TaskAttempt::traceId).containsExactly(process.getTraceId());
    }

    @Test
    void a_retry_is_linked_and_a_failure_is_an_error() {
        work(TracingMode.PARENT, delivery -> {
            if (delivery.members().get(0).retried() == 0) {
                throw new IllegalStateException("no connection");
            }
        });
        TaskInfo stored = sender(TracingMode.PARENT).enqueue(task().retention(Duration.ofHours(1)));

        List<SpanData> attempts = spans.await("process ", 2);
        SpanData send = spans.await("send ", 1).get(0);
        SpanData first = attempts.get(0);
        assertThat(first.getParentSpanId()).isEqualTo(send.getSpanId());
        assertThat(first.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(first.getStatus().getDescription()).isEqualTo("no connection");
        assertThat(first.getAttributes().asMap())
                .containsEntry(SpanAttributes.ERROR, IllegalStateException.class.getName())
                .containsEntry(SpanAttributes.OUTCOME, "retry");
        SpanData second = attempts.get(1);
        assertThat(isRoot(second)).isTrue();
        assertThat(second.getTraceId()).isNotEqualTo(send.getTraceId());
        assertThat(links(second)).containsExactly(name(send.getSpanContext()));
        assertThat(second.getAttributes().get(SpanAttributes.ATTEMPT)).isEqualTo(2);
        assertThat(attempts(stored.id())).extracting(TaskAttempt::traceId).containsExactly(first.getTraceId(),
                second.getTraceId());
    }

    @Test
    void a_task_that_is_archived_is_an_error_and_one_that_is_revoked_is_not() {
        work(TracingMode.PARENT, delivery -> {
            throw delivery.members().get(0).id().equals("a") ? new SkipRetryException("wrong")
                    : new RevokeTaskException("unwanted");
        });
        sender(TracingMode.PARENT).enqueueAll(List.of(task().id("a"), task().id("r")));

        assertThat(spans.await("process ", 2)).extracting(span -> span.getAttributes().get(SpanAttributes.ID) + " "
                + span.getStatus().getStatusCode() + " " + span.getAttributes().get(SpanAttributes.OUTCOME))
                .containsExactlyInAnyOrder("a ERROR archive", "r UNSET revoke");
    }

    @Test
    void a_delayed_task_is_linked() {
        work(TracingMode.PARENT, delivery -> {});
        sender(TracingMode.PARENT).enqueueAsync(task().processIn(Duration.ofSeconds(1)));

        SpanData process = spans.await("process ", 1).get(0);
        assertThat(isRoot(process)).isTrue();
        assertThat(links(process)).containsExactly(name(spans.await("send ", 1).get(0).getSpanContext()));
    }

    @Test
    void a_channel_and_a_sender_may_ask_for_links() {
        work(TracingMode.LINK, delivery -> {});
        sender(TracingMode.PARENT).enqueue(task());
        assertThat(links(spans.await("process ", 1).get(0)))
                .containsExactly(name(spans.await("send ", 1).get(0).getSpanContext()));
        worker.shutdown(Duration.ofSeconds(1));
        spans.all().clear();

        work(TracingMode.PARENT, delivery -> {});
        sender(TracingMode.LINK).enqueue(task());
        assertThat(links(spans.await("process ", 1).get(0)))
                .containsExactly(name(spans.await("send ", 1).get(0).getSpanContext()));
    }

    @Test
    void without_tracing_there_are_no_spans_and_headers_are_as_they_were() throws Exception {
        work(TracingMode.NONE, delivery -> seen
                .add(delivery.members().get(0).headers() + " " + Span.current().getSpanContext().isValid()));
        Context.current().with(spans.own().spanBuilder("request").startSpan()).wrap(() -> {
            sender(TracingMode.NONE).enqueue(task().header("traceparent", FOREIGN));
            client.tracedBy(tracing(OpenTelemetry.noop()).enqueueing(TracingMode.PARENT)).enqueue(task());
        }).run();

        assertThat(List.of(seen.poll(10, TimeUnit.SECONDS), seen.poll(10, TimeUnit.SECONDS)))
                .containsExactlyInAnyOrder("{traceparent=" + FOREIGN + "} false", "{} false");
        assertThat(spans.all()).isEmpty();
    }

    @Test
    void a_task_of_another_client_continues_its_trace_with_state_and_baggage() throws Exception {
        work(TracingMode.PARENT, delivery -> seen.add(Baggage.current().getEntryValue("customer") + " "
                + Span.current().getSpanContext().getTraceState().get("vendor")));
        client.enqueue(task().header("traceparent", FOREIGN).header("tracestate", "vendor=7").header("baggage",
                "customer=me"));

        SpanData process = spans.await("process ", 1).get(0);
        assertThat(process.getTraceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(process.getParentSpanId()).isEqualTo("b7ad6b7169203331");
        assertThat(seen.poll(10, TimeUnit.SECONDS)).isEqualTo("me 7");
    }

    @Test
    void headers_that_are_no_context_are_ignored() {
        work(TracingMode.PARENT, delivery -> {});
        client.enqueue(task().header("traceparent", "00-zz-\n").header("tracestate", "=,=;\u0000")
                .header("baggage", "%%%=" + "x".repeat(10_000)));

        SpanData process = spans.await("process ", 1).get(0);
        assertThat(isRoot(process)).isTrue();
        assertThat(process.getAttributes().get(SpanAttributes.OUTCOME)).isEqualTo("done");
    }

    @Test
    void what_is_not_sampled_is_not_exported_and_says_so_to_the_next() throws Exception {
        AtomicReference<Map<String, String>> headers = new AtomicReference<>();
        work(TracingMode.PARENT, delivery -> {
            if (delivery.members().get(0).type().equals("next")) {
                headers.set(delivery.members().get(0).headers());
                seen.add("");
            } else {
                sender(TracingMode.PARENT).enqueue(Task.of("next", "").queue(queue));
            }
        });
        client.enqueue(task().header("traceparent", FOREIGN.replace("-01", "-00")));

        assertThat(seen.poll(10, TimeUnit.SECONDS)).isNotNull();
        assertThat(headers.get().get("traceparent")).startsWith("00-0af7651916cd43dd8448eb211c80319c-").endsWith("-00");
        assertThat(spans.all()).isEmpty();
    }

    @Test
    void a_group_is_linked_to_the_senders_of_its_tasks() {
        AsynqClient sender = sender(TracingMode.PARENT);
        for (int i = 0; i < 3; i++) {
            sender.enqueue(task().id("t" + i).group("g").retention(Duration.ofHours(1)));
        }
        work(TracingMode.PARENT, new GroupConfig("", Duration.ofSeconds(1), Duration.ZERO, 3), LogContext.NONE,
                delivery -> {
                    throw new IllegalStateException("all of them");
                });

        SpanData process = spans.await("process ", 1).get(0);
        assertThat(isRoot(process)).isTrue();
        assertThat(links(process)).containsExactlyInAnyOrderElementsOf(
                spans.await("send ", 3).stream().map(span -> name(span.getSpanContext())).toList());
        assertThat(process.getAttributes().get(SpanAttributes.COUNT)).isEqualTo(3);
        assertThat(process.getAttributes().get(SpanAttributes.GROUP)).isEqualTo("g");
        assertThat(process.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(process.getAttributes().get(SpanAttributes.OUTCOME)).isEqualTo("retry");
        assertThat(attempts("t1")).extracting(TaskAttempt::traceId).startsWith(process.getTraceId());
    }

    @Test
    void a_task_that_is_refused_ends_its_span_as_failed() {
        AsynqClient sender = sender(TracingMode.PARENT);
        sender.enqueue(task().unique(Duration.ofHours(1)));
        assertThatThrownBy(() -> sender.enqueue(task().unique(Duration.ofHours(1))))
                .isInstanceOf(DuplicateTaskException.class);
        assertThat(sender.enqueueAsync(task().unique(Duration.ofHours(1)))).failsWithin(Duration.ofSeconds(10));
        sender.enqueueAll(List.of(task().unique(Duration.ofHours(1)), Task.ofPayload("without a type").queue(queue)));

        assertThat(spans.await("send ", 5)).extracting(span -> span.getAttributes().get(SpanAttributes.ERROR))
                .containsExactly(null, DuplicateTaskException.class.getName(), DuplicateTaskException.class.getName(),
                        DuplicateTaskException.class.getName(), "io.github.asynqee.EnqueueException");
        assertThatThrownBy(() -> sender.enqueue(null)).isInstanceOf(InvalidTaskException.class);
    }
}
