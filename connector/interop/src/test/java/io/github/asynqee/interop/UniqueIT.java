package io.github.asynqee.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.Uniqueness.OnDuplicate;
import io.github.asynqee.Uniqueness.Until;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documented behaviour of unique tasks beside Go: with a client and a server of Go in the same queue. */
class UniqueIT {

    private static final String QUEUE = "default";
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration HOUR = Duration.ofHours(1);

    private EmbeddedRedis redis;
    private AsynqClient client;
    private Inspector inspector;
    private Process server;

    @BeforeEach
    void connect() {
        redis = EmbeddedRedis.start();
        client = Asynq.connect(redis.url());
        inspector = Inspectors.connect(redis.url());
    }

    @AfterEach
    void close() throws InterruptedException {
        if (server != null) {
            server.destroyForcibly().waitFor();
        }
        inspector.close();
        client.close();
        redis.close();
    }

    private void startServerOfGo() throws IOException {
        server = go();
    }

    private Process go(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(System.getProperty("interop.worker"), "127.0.0.1:" + redis.port()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        return (arguments.length == 0 ? builder.redirectOutput(ProcessBuilder.Redirect.DISCARD) : builder).start();
    }

    /** Enqueues by a client of Go: the ID of the task, or {@code duplicate}. */
    private String enqueueByGo(String type, String payload, String delay) throws Exception {
        Process go = go("enqueue", type, payload, delay);
        String line = new String(go.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(go.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(go.exitValue()).isZero();
        return line;
    }

    private static Task<String> echo(String payload) {
        return Task.of("echo", payload).retention(HOUR);
    }

    private void assertRefused(Task<String> task) {
        assertThatThrownBy(() -> client.enqueue(task)).isInstanceOf(DuplicateTaskException.class);
    }

    private void awaitState(TaskInfo task, TaskState state) {
        await().atMost(LIMIT).until(() -> inspector.tasks().get(QUEUE, task.id()).info().state() == state);
    }

    private String result(String id) {
        return new String(inspector.tasks().get(QUEUE, id).result(), StandardCharsets.UTF_8);
    }

    @Test
    void locks_of_both_languages_keep_each_other_out() throws Exception {
        client.enqueue(echo("java").unique(HOUR));
        assertThat(enqueueByGo("echo", "java", "0s")).isEqualTo("duplicate");

        assertThat(enqueueByGo("echo", "go", "0s")).isNotEqualTo("duplicate");
        assertRefused(echo("go").unique(HOUR));
        assertRefused(echo("go").unique(HOUR).uniqueUntil(Until.START));
    }

    @Test
    void a_task_of_go_is_joined_and_replaced_and_its_server_runs_what_replaced_it() throws Exception {
        String id = enqueueByGo("echo", "same", "1h");
        Task<String> same = echo("same").unique(HOUR);

        assertThat(client.enqueue(same.onDuplicate(OnDuplicate.JOIN)).id()).isEqualTo(id);
        assertThat(client.enqueue(same.onDuplicate(OnDuplicate.EXTEND)).id()).isEqualTo(id);
        TaskInfo replaced = client.enqueue(same.header("from", "java").onDuplicate(OnDuplicate.REPLACE));

        assertThat(replaced.id()).isEqualTo(id);
        startServerOfGo();
        awaitState(replaced, TaskState.COMPLETED);
        assertThat(result(id)).isEqualTo("from Go: same");
        assertThat(inspector.tasks().get(QUEUE, id).info().headers()).containsEntry("from", "java");
        assertThat(enqueueByGo("echo", "same", "1h")).as("the lock is released").isNotEqualTo("duplicate");
    }

    @Test
    void a_server_of_go_releases_a_key_of_ones_own_when_its_task_has_succeeded() throws Exception {
        Task<String> unique = echo("first").unique(HOUR).uniqueKey("invoice-42");
        TaskInfo first = client.enqueue(unique);
        assertRefused(unique.payload("second"));
        assertThat(enqueueByGo("echo", "first", "1h")).as("Go compares payloads").isNotEqualTo("duplicate");
        assertThat(inspector.tasks().uniqueLock(QUEUE, first.id())).hasValueSatisfying(lock -> {
            assertThat(lock.key()).startsWith("asynq:{default}:unique:echo:key:");
            assertThat(lock.held()).isTrue();
        });

        startServerOfGo();
        awaitState(first, TaskState.COMPLETED);

        assertThat(client.enqueue(unique.payload("second")).id()).isNotEqualTo(first.id());
    }

    @Test
    void a_task_that_a_server_of_go_has_begun_holds_its_key_no_longer(@TempDir Path files) throws Exception {
        startServerOfGo();
        Path end = files.resolve("first");
        Task<String> unique = Task.of("hold", end.toString()).retention(HOUR).unique(HOUR).uniqueKey("k")
                .uniqueUntil(Until.START);
        TaskInfo first = client.enqueue(unique);
        awaitState(first, TaskState.ACTIVE);

        Task<String> later = unique.payload(files.resolve("second").toString());
        TaskInfo second = client.enqueue(later.processIn(HOUR));
        assertRefused(later);
        Files.createFile(end);
        awaitState(first, TaskState.COMPLETED);

        assertRefused(later);
        assertThat(inspector.tasks().uniqueLock(QUEUE, second.id()))
                .hasValueSatisfying(lock -> assertThat(lock.held()).isTrue());
    }

    @Test
    void a_server_of_go_leaves_a_key_alone_that_is_held_for_a_time() throws Exception {
        Task<String> throttled = echo("first").uniqueKey("k").throttle(HOUR);
        TaskInfo first = client.enqueue(throttled);
        assertThat(inspector.tasks().uniqueLock(QUEUE, first.id())).as("not named in the task").isEmpty();
        startServerOfGo();
        awaitState(first, TaskState.COMPLETED);

        assertRefused(throttled.payload("second"));
        assertThat(client.enqueue(throttled.onDuplicate(OnDuplicate.JOIN)).id()).isEqualTo(first.id());
    }

    /** At any time the server runs the replacing content, or that content is a separate task. */
    @Test
    void no_content_is_lost_while_a_server_of_go_takes_the_tasks_that_are_replaced() throws Exception {
        startServerOfGo();
        Task<String> newest = echo("").unique(HOUR).uniqueKey("k").uniqueUntil(Until.START)
                .onDuplicate(OnDuplicate.REPLACE);
        Map<String, String> lastOf = new LinkedHashMap<>();
        int sent = 0;
        for (; lastOf.size() < 100 && sent < 50_000; sent++) {
            lastOf.put(client.enqueue(newest.payload("" + sent)).id(), "" + sent);
        }

        await().atMost(LIMIT).untilAsserted(() -> assertThat(lastOf.keySet())
                .allMatch(id -> inspector.tasks().get(QUEUE, id).info().state() == TaskState.COMPLETED));
        assertThat(sent).as("some are replaced").isGreaterThan(lastOf.size());
        assertThat(lastOf).hasSize(100)
                .allSatisfy((id, content) -> assertThat(result(id)).isEqualTo("from Go: " + content));
        assertThat(inspector.queues().info(QUEUE).completed()).isEqualTo(lastOf.size());
    }
}
