package io.github.asynqee.messaging.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

import jakarta.enterprise.inject.Instance;
import jakarta.json.bind.JsonbBuilder;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;

import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.RedisTest;
import io.github.asynqee.messaging.RespClient;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.events.EventBridge;
import io.github.asynqee.messaging.internal.events.EventObservers;
import io.github.asynqee.messaging.internal.incoming.HandlerRegistry;
import io.github.asynqee.messaging.internal.payload.LazyJsonb;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.tracing.Tracing;
import io.github.asynqee.messaging.internal.transactions.TransactionModule;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@RedisTest
class StartSignalTest {

    private final Map<String, Object> attributes = new HashMap<>();
    private final AsynqRuntime runtime;
    private final EmbeddedRedis redis;
    private Servlet servlet;
    private int loadOnStartup;

    @SuppressWarnings("unchecked")
    StartSignalTest(EmbeddedRedis redis) {
        this.redis = redis;
        RespClient.ask(redis, "FLUSHALL");
        ApplicationConfig config = ApplicationConfig.read(MapConfig.of("mp.messaging.connector.asynq.url", redis.url(),
                "mp.messaging.incoming.jobs.connector", "asynq", "mp.messaging.incoming.jobs.type", "job",
                "mp.messaging.outgoing.more.connector", "asynq")).config();
        runtime = new AsynqRuntime(config, new HandlerRegistry(), new Payloads(new LazyJsonb(JsonbBuilder::create)),
                new EventBridge(null, new EventObservers(), Thread::new),
                proxy(Instance.class, (method, arguments) -> null),
                Tracing.of(null), new ApplicationLife(() -> true), TransactionModule.MISSING);
        runtime.incoming("jobs");
    }

    @AfterEach
    void stop() {
        runtime.stop();
    }

    private ServletContext context() {
        ServletRegistration.Dynamic registration = proxy(ServletRegistration.Dynamic.class, (method, arguments) -> {
            loadOnStartup = (int) arguments[0];
            return null;
        });
        return proxy(ServletContext.class, (method, arguments) -> switch (method) {
            case "addServlet" -> {
                boolean first = servlet == null;
                servlet = first ? (Servlet) arguments[1] : servlet;
                yield first ? registration : null;
            }
            case "getAttribute" -> attributes.get(arguments[0]);
            case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
            default -> "";
        });
    }

    private static <T> T proxy(Class<T> type, BiFunction<String, Object[], Object> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{ type },
                (proxy, method, arguments) -> answers.apply(method.getName(), arguments)));
    }

    private String servers() {
        return RespClient.ask(redis, "ZCARD", "asynq:servers");
    }

    @Test
    void a_web_application_fetches_no_task_before_its_last_servlet_is_loaded() throws ServletException {
        ServletContext context = context();
        new StartSignal().onStartup(null, context);

        runtime.start(context);

        assertThat(runtime.hasStarted()).isFalse();
        assertThat(servers()).isEqualTo("0");
        servlet.init(null);
        assertThat(runtime.hasStarted()).isTrue();
        await().untilAsserted(() -> assertThat(servers()).isEqualTo("1"));
        assertThat(loadOnStartup).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void a_second_copy_of_the_connector_in_a_web_application_changes_nothing() throws ServletException {
        ServletContext context = context();
        new StartSignal().onStartup(null, context);
        new StartSignal().onStartup(null, context);
        runtime.start(context);

        servlet.init(null);

        assertThat(runtime.hasStarted()).isTrue();
    }

    @Test
    void an_application_that_is_told_after_its_last_servlet_was_loaded_fetches_at_once() throws ServletException {
        ServletContext context = context();
        new StartSignal().onStartup(null, context);
        servlet.init(null);

        runtime.start(context);

        assertThat(runtime.hasStarted()).isTrue();
    }

    @Test
    void a_web_application_that_ends_before_its_last_servlet_is_loaded_never_fetches() throws ServletException {
        ServletContext context = context();
        new StartSignal().onStartup(null, context);
        runtime.start(context);

        runtime.stop();
        servlet.init(null);

        assertThat(runtime.hasStarted()).isFalse();
        assertThat(servers()).isEqualTo("0");
    }

    @Test
    void what_is_no_web_application_fetches_at_once() {
        runtime.start(new Object());

        assertThat(runtime.hasStarted()).isTrue();
    }

    @Test
    void a_channel_that_reactive_messaging_did_not_request_is_known() {
        assertThat(runtime.unrequestedChannels()).containsExactly("more");

        runtime.outgoing("more");

        assertThat(runtime.unrequestedChannels()).isEmpty();
    }
}
