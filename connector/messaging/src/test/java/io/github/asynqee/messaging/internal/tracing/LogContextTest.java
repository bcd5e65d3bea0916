package io.github.asynqee.messaging.internal.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.github.asynqee.Task;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.opentelemetry.api.trace.Span;
import org.junit.jupiter.api.Test;

/** The task's data in log lines of its handler. */
class LogContextTest extends TracedTasks {

    @Test
    void lines_have_the_task_while_its_handler_runs_and_nothing_of_it_after() {
        AtomicReference<Object> after = new AtomicReference<>();
        HandlerScope.Source scopes = tracing(spans).handlers("mails", TracingMode.PARENT, LogContext.find());
        work(TracingMode.NONE, delivery -> {
            mdc("put", "own", "kept");
            HandlerScope scope = scopes.open(delivery);
            seen.add(mdc("getCopyOfContextMap"));
            scope.close();
            after.set(mdc("getCopyOfContextMap"));
            seen.add(Span.current().getSpanContext().isValid());
        });
        sender(TracingMode.PARENT).enqueue(task().id("t"));

        String trace = spans.await("process ", 1).get(0).getTraceId();
        assertThat(seen).containsExactly(Map.of("own", "kept", "asynq.task", "t", "asynq.type", "email:welcome",
                "asynq.queue", queue, "asynq.attempt", "1", "asynq.trace", trace), false);
        assertThat(after.get()).isEqualTo(Map.of("own", "kept"));
    }

    @Test
    void lines_of_a_hostile_task_are_lines_of_their_own_and_short() throws Exception {
        HandlerScope.Source scopes = tracing(spans).handlers("mails", TracingMode.NONE, LogContext.find());
        work(TracingMode.NONE, delivery -> {
            HandlerScope scope = scopes.open(delivery);
            seen.add(mdc("get", "asynq.type") + " " + mdc("get", "asynq.task"));
            scope.close();
        });
        client.enqueue(Task.of("a\r\nERROR forged\u2028", "").queue(queue).id("x".repeat(10_000)));

        assertThat(seen.poll(10, TimeUnit.SECONDS)).isEqualTo("a  ERROR forged  " + "x".repeat(256) + "…");
    }

    /** The MDC of SLF4J, on which this module depends at run time only. */
    private static Object mdc(String method, String... arguments) throws ReflectiveOperationException {
        Class<?>[] types = new Class<?>[arguments.length];
        Arrays.fill(types, String.class);
        return Class.forName("org.slf4j.MDC").getMethod(method, types).invoke(null, (Object[]) arguments);
    }
}
