package io.github.asynqee.internal.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.Progress;
import io.github.asynqee.TaskAttempt;
import io.github.asynqee.fixtures.RandomInput;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.periodic.CronSpec;
import io.github.asynqee.periodic.InvalidCronSpecException;
import org.junit.jupiter.api.Test;

/**
 * Random bytes and texts as messages, fields and names. Each is read, or rejected with a short sentence; a value that
 * was read can be used and written again.
 */
class RandomRecordsTest {

    private static final Instant T0 = Instant.ofEpochSecond(2_000_000_000, 5);
    private static final int MAX_MESSAGE = 2_000;

    private static final byte[] TASK = TaskMessage.builder("email:welcome", "id", "default")
            .payload("{\"a\":1}".getBytes(UTF_8)).headers(Map.of("traceparent", "00-x", "asynqee:version", "2"))
            .maxRetry(3).timeout(Duration.ofSeconds(30)).deadline(T0).uniqueKey("asynq:{default}:unique:x:y")
            .retention(Duration.ofHours(1)).group("group").build().toBytes();
    private static final byte[] SERVER = new ServerInfo("host", 5, "id", 10, Map.of("default", 1, "low", 2), true,
            "active", T0, 3).toBytes();
    private static final byte[] WORKER = new WorkerInfo("host", 5, "id", "task", "type", "{}".getBytes(UTF_8),
            "default", T0, T0).toBytes();
    private static final byte[] ENTRY = new SchedulerEntry("id", "@every 1h", "type", "{}".getBytes(UTF_8),
            List.of("Queue(\"low\")", "MaxRetry(5)"), T0, T0).toBytes();
    private static final byte[] EVENT = new SchedulerEnqueueEvent("id", T0).toBytes();
    private static final byte[] OUTBOX = new OutboxState("host", 5, "app", "java:x", 3, T0, 1, "error", "").toBytes();

    /** Reads bytes and writes them. */
    private interface Record {
        byte[] readAndWrite(byte[] bytes) throws UndecodableMessageException;
    }

    private static void tried(int count, byte[] valid, Record record) {
        RandomInput.cases(count, input -> {
            byte[] bytes = input.bytes(valid);
            try {
                byte[] written = record.readAndWrite(bytes);
                assertThat(record.readAndWrite(written)).as("what was written is read as the same").isEqualTo(written);
            } catch (UndecodableMessageException e) {
                assertThat(e.getMessage()).isNotBlank().hasSizeLessThan(MAX_MESSAGE);
            }
        });
    }

    @Test
    void messages_of_tasks() {
        List<Method> questions = Stream.of(TaskMessage.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
                        && method.getParameterCount() == 0)
                .toList();
        assertThat(questions).hasSizeGreaterThan(15);
        tried(1_000, TASK, bytes -> {
            TaskMessage message = TaskMessage.parse(bytes);
            for (Method question : questions) {
                try {
                    question.invoke(message);
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(question + " fails", e);
                }
            }
            message.deadlineFrom(T0);
            TaskVersion.of(message);
            AttemptRecord.traceId(message);
            CheckpointRecord.runOf(message);
            return message.toBytes();
        });
    }

    @Test
    void what_processes_and_schedulers_say() {
        tried(500, SERVER, bytes -> ServerInfo.parse(bytes).toBytes());
        tried(500, WORKER, bytes -> WorkerInfo.parse(bytes).toBytes());
        tried(500, ENTRY, bytes -> SchedulerEntry.parse(bytes).toBytes());
        tried(500, EVENT, bytes -> SchedulerEnqueueEvent.parse(bytes).toBytes());
        tried(500, OUTBOX, bytes -> OutboxState.parse(bytes).toBytes());
    }

    @Test
    void private_fields_of_tasks() {
        byte[] progress = PrivateFields.encode(new Progress(50, "half", T0));
        byte[] attempts = AttemptRecord.of(new TaskAttempt(1, 1, T0, T0, TaskAttempt.Outcome.FAILED, "host", "boom",
                "0af7651916cd43dd8448eb211c80319c"), 5).line();
        byte[] checkpoint = new CheckpointRecord(0, 5, 10, "cursor".getBytes(UTF_8)).encode();
        RandomInput.cases(1_000, input -> {
            PrivateFields.progress(input.bytes(progress));
            PrivateFields.recoveries(input.bytes("3".getBytes(UTF_8)));
            CheckpointRecord.decode(input.bytes(checkpoint));
            AttemptRecord.decode(input.bytes(attempts)).forEach(attempt -> AttemptRecord.of(attempt, 5));
        });
    }

    @Test
    void error_texts_are_kept_in_one_record() {
        RandomInput.cases(500, input -> {
            String error = input.text("something failed");
            byte[] line = AttemptRecord.of(new TaskAttempt(1, 1, T0, T0, TaskAttempt.Outcome.FAILED, input.text("host"),
                    error, null), 5).line();

            assertThat(AttemptRecord.decode(line)).hasSize(1);
            TaskMessage failed = TaskMessage.builder("t", "id", "q").build().failed(error, T0, true);
            assertThat(TaskMessage.parse("q", "id", failed.toBytes()).errorMessage().length()).isLessThan(8_193);
        });
    }

    @Test
    void cron_specs() {
        RandomInput.cases(1_000, input -> {
            try {
                CronSpec spec = CronSpec.parse(input.text(input.oneOf(List.of("*/5 1-4,7 * JAN-DEC MON", "@every 1h30m",
                        "@daily", "CRON_TZ=Europe/Berlin 0 6 * * *", "TZ=UTC 0 0 1 1 ?"))));
                spec.next(T0, T0).ifPresent(next -> assertThat(next).isAfter(T0));
                spec.last(T0.minusSeconds(3_600), T0, T0);
            } catch (InvalidCronSpecException e) {
                assertThat(e.getMessage()).startsWith("cron spec \"");
            }
        });
    }

    @Test
    void names_and_numbers_of_shards() {
        RandomInput.cases(500, input -> {
            String name = input.text("mails~5");
            assertThat(name).startsWith(Shards.logical(name));
            QueueName.isUsable(name);
            try {
                Shards.parse(input.text("4 2"));
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).contains("shards");
            }
        });
    }
}
