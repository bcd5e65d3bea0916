package io.github.asynqee.messaging.internal.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Filter;
import java.util.logging.Logger;

import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.EnqueueTracer.Sending;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import org.junit.jupiter.api.Test;

/** An application with or without a bean of OpenTelemetry. */
class TracingBeansTest {

    private final CollectedSpans spans = new CollectedSpans(Sampler.alwaysOn());

    @Test
    void without_one_bean_nothing_is_traced_and_several_are_a_warning() {
        assertThat(logged(() -> assertThat(start(beans(true, null))).isSameAs(Sending.UNTRACED))).isEmpty();
        assertThat(logged(() -> assertThat(start(beans(false, null))).isSameAs(Sending.UNTRACED))).singleElement()
                .asString().contains("tasks are not traced: one, two");
        assertThat(start(beans(false, spans))).isInstanceOf(SendSpan.class);
    }

    private Sending start(BeanManager beans) {
        return Tracing.of(beans).enqueueing(TracingMode.PARENT).start(Task.of("email:welcome", "me"));
    }

    /** Returns the logged warnings. */
    private static List<String> logged(Runnable action) {
        Logger log = Logger.getLogger(Tracing.class.getName());
        List<String> lines = new ArrayList<>();
        Filter before = log.getFilter();
        log.setFilter(line -> !lines.add(line.getMessage()));
        try {
            action.run();
        } finally {
            log.setFilter(before);
        }
        return lines;
    }

    /** Beans with no, one or several OpenTelemetry. */
    private static BeanManager beans(boolean unsatisfied, OpenTelemetry telemetry) {
        Object[] instance = new Object[1];
        instance[0] = Proxy.newProxyInstance(TracingBeansTest.class.getClassLoader(), new Class<?>[]{ Instance.class },
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isUnsatisfied" -> unsatisfied;
                    case "isResolvable" -> telemetry != null;
                    case "get" -> {
                        if (telemetry == null) {
                            throw new AmbiguousResolutionException("one, two");
                        }
                        yield telemetry;
                    }
                    default -> instance[0];
                });
        return (BeanManager) Proxy.newProxyInstance(TracingBeansTest.class.getClassLoader(),
                new Class<?>[]{ BeanManager.class }, (proxy, method, arguments) -> instance[0]);
    }
}
