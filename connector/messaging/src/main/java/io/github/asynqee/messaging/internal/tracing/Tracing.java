package io.github.asynqee.messaging.internal.tracing;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.function.Supplier;

import jakarta.enterprise.inject.spi.BeanManager;

import io.github.asynqee.internal.client.EnqueueTracer;
import io.github.asynqee.internal.client.EnqueueTracer.Sending;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.messaging.internal.config.TracingMode;
import org.jspecify.annotations.Nullable;

/**
 * Traces tasks with the application's OpenTelemetry, if the application can load the API and has an enabled bean of
 * type {@code OpenTelemetry}. Resolves the bean after the application has started, or earlier when the first task is
 * sent. Thread-safe.
 */
public final class Tracing {

    private static final Logger LOG = System.getLogger(Tracing.class.getName());
    private static final String API = "io.opentelemetry.api.OpenTelemetry";

    private final Supplier<Spans> finder;
    /** {@code null} until the bean is resolved. */
    private volatile @Nullable Optional<Spans> found;

    Tracing(Supplier<Spans> finder) {
        this.finder = finder;
    }

    /**
     * Traces with the bean of an application.
     *
     * @param beans the beans of the application
     * @return the tracing
     */
    public static Tracing of(BeanManager beans) {
        return new Tracing(() -> find(beans));
    }

    private static @Nullable Spans find(BeanManager beans) {
        try {
            Class.forName(API, false, Tracing.class.getClassLoader());
            return OpenTelemetrySpans.find(beans);
        } catch (ClassNotFoundException | LinkageError e) {
            LOG.log(Level.DEBUG, "the application does not see OpenTelemetry", e);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "asynq: tasks are not traced: " + e.getMessage(), e);
        }
        return null;
    }

    /** Resolves the bean. Call it on a thread of the application, because some servers only provide the bean there. */
    public void start() {
        spans();
    }

    private @Nullable Spans spans() {
        Optional<Spans> current = found;
        return current == null ? look().orElse(null) : current.orElse(null);
    }

    private synchronized Optional<Spans> look() {
        if (found == null) {
            found = Optional.ofNullable(finder.get());
        }
        return found;
    }

    /**
     * Returns the tracer for enqueueing tasks.
     *
     * @param mode the tracing mode
     * @return the tracer
     */
    public EnqueueTracer enqueueing(TracingMode mode) {
        return mode == TracingMode.NONE ? EnqueueTracer.NONE : task -> {
            Spans spans = spans();
            try {
                return spans == null || task == null ? Sending.UNTRACED : spans.send(task, mode == TracingMode.LINK);
            } catch (RuntimeException | Error e) {
                TracerErrors.log(task, e);
                return Sending.UNTRACED;
            }
        };
    }

    /**
     * Returns the source of scopes for the handlers of a channel.
     *
     * @param channel its name
     * @param mode how its attempts are traced
     * @param log the context of log lines
     * @return opens scopes
     */
    public HandlerScope.Source handlers(String channel, TracingMode mode, LogContext log) {
        if (mode == TracingMode.NONE && log == LogContext.NONE) {
            return HandlerScope.Source.NONE;
        }
        return delivery -> {
            Spans.Attempt attempt = mode == TracingMode.NONE ? null
                    : process(delivery, channel, mode == TracingMode.LINK);
            if (log == LogContext.NONE) {
                return attempt == null ? HandlerScope.NONE : attempt.scope();
            }
            HandlerScope lines = log.open(delivery, attempt == null ? null : attempt.traceId());
            return attempt == null ? lines : () -> {
                lines.close();
                attempt.scope().close();
            };
        };
    }

    private Spans.@Nullable Attempt process(Delivery delivery, String channel, boolean link) {
        Spans spans = spans();
        try {
            return spans == null ? null : spans.process(delivery, channel, link);
        } catch (RuntimeException | Error e) {
            TracerErrors.log(delivery, e);
            return null;
        }
    }
}
