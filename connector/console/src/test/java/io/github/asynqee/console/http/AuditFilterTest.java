package io.github.asynqee.console.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.security.Principal;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;

import io.github.asynqee.Task;
import io.github.asynqee.console.api.QueueResource;
import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.problem.Problems;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.redis.LateException;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The audit log's result of a change. */
@Timeout(60)
class AuditFilterTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final Duration SHORT = Duration.ofMillis(50);

    private final TestConsole console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC());
    private final ConsoleRedis redis = console.of("default").redis();
    private final AuditNotes notes = new AuditNotes();
    private final CountDownLatch goOn = new CountDownLatch(1);

    @BeforeEach
    void clear() {
        REDIS.clear();
    }

    @AfterEach
    void close() {
        goOn.countDown();
        console.close();
    }

    private static <T> T answering(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{ type }, handler));
    }

    /** The end of a request that deletes a queue. */
    private void respond(int status, Object entity) {
        MultivaluedMap<String, String> path = new MultivaluedHashMap<>(Map.of("redis", "default", "queue", "q"));
        UriInfo uri = answering(UriInfo.class, (proxy, method, args) -> path);
        Principal ann = () -> "ann";
        AuditFilter filter = new AuditFilter();
        filter.console = console;
        filter.notes = notes;
        filter.http = answering(HttpServletRequest.class, (proxy, method, args) -> ann);
        filter.resource = answering(ResourceInfo.class, (proxy, method, args) -> QueueResource.class
                .getMethod("delete", Segment.class, boolean.class));
        filter.filter(answering(ContainerRequestContext.class, (proxy, method, args) -> switch (method.getName()) {
            case "getUriInfo" -> uri;
            case "getMethod" -> "DELETE";
            default -> null;
        }), answering(ContainerResponseContext.class,
                (proxy, method, args) -> method.getName().equals("getStatus") ? status : entity));
    }

    private void fail(RuntimeException e) {
        respond(Problems.of(e).status(), Problems.of(e).toJson());
    }

    private List<AuditEntry> entries() {
        return console.of("default").audit().read(null, 10).items();
    }

    private AuditEntry awaitSecondEntry() {
        List<AuditEntry> entries = await().until(this::entries, each -> each.size() == 2);
        assertThat(entries.get(1).result()).isEqualTo("unknown");
        return entries.get(0);
    }

    private LateException deleteLate() {
        try {
            notes.change(() -> redis.limited(SHORT, () -> {
                goOn.await();
                redis.inspector().queues().remove("q", true);
                return null;
            }));
            throw new AssertionError("it was not late");
        } catch (LateException e) {
            return e;
        }
    }

    @Test
    void a_deletion_that_goes_on_after_its_response_is_unknown_and_has_an_entry_at_its_end() {
        redis.client().enqueue(Task.of("t", new byte[0]).queue("q"));

        fail(deleteLate());
        assertThat(entries()).singleElement().extracting(AuditEntry::result).isEqualTo("unknown");
        goOn.countDown();

        AuditEntry end = awaitSecondEntry();
        assertThat(end.result()).isEqualTo("done");
        assertThat(end.user()).isEqualTo("ann");
        assertThat(end.queue()).isEqualTo("q");
        assertThat(end.action()).isEqualTo("queue.delete");
        assertThat(end.detail()).startsWith("ended after its response");
        assertThat(redis.inspector().queues().names()).isEmpty();
    }

    @Test
    void a_late_change_that_is_refused_is_refused_in_the_second_entry() {
        fail(deleteLate());
        goOn.countDown();

        AuditEntry end = awaitSecondEntry();
        assertThat(end.result()).isEqualTo("refused");
        assertThat(end.detail()).contains("no queue");
    }

    @Test
    void a_change_of_which_the_reply_was_lost_is_unknown() {
        AmbiguousResultException lost = new AmbiguousResultException("no answer", null);
        assertThatThrownBy(() -> notes.change(() -> {
            throw lost;
        })).isSameAs(lost);

        fail(lost);

        assertThat(entries()).singleElement().extracting(AuditEntry::result).isEqualTo("unknown");
    }

    @Test
    void a_change_that_was_made_is_done_though_its_result_cannot_be_read() {
        notes.change(() -> redis.client().enqueue(Task.of("t", new byte[0]).queue("q")));

        fail(ProblemException.notFound("The task is gone."));

        assertThat(entries()).singleElement().extracting(AuditEntry::result).isEqualTo("done");
    }

    @Test
    void what_fails_before_the_change_is_refused_or_failed() {
        fail(ProblemException.conflict("not now"));
        fail(new IllegalStateException("a bug"));

        assertThat(entries()).extracting(AuditEntry::result).containsExactly("failed", "refused");
    }
}
