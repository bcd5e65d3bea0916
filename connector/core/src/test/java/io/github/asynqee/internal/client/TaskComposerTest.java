package io.github.asynqee.internal.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UniqueKey;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;

class TaskComposerTest {

    private static final Instant NOW = Instant.ofEpochSecond(2_000_000_000, 123_456_789);

    private final ManualClock clock = ManualClock.startingAt(NOW);
    private final TaskComposer composer = new TaskComposer(clock, () -> "id-1", PayloadEncoder.bytesAndText());
    private final Task<String> task = Task.of("email:welcome", "{}");

    @Test
    void the_last_option_of_a_kind_wins() {
        TaskMessage message = message(task.queue("a").queue("b").maxRetry(1).maxRetry(2).id("x").id("y").group("g")
                .group("h").timeout(Duration.ofSeconds(1)).timeout(Duration.ofSeconds(2)).deadline(NOW)
                .deadline(NOW.plusSeconds(9)).retention(Duration.ofSeconds(3)).retention(Duration.ofSeconds(4)));

        assertThat(message.queue()).isEqualTo("b");
        assertThat(message.maxRetry()).isEqualTo(2);
        assertThat(message.id()).isEqualTo("y");
        assertThat(message.group()).isEqualTo("h");
        assertThat(message.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(message.deadline()).isEqualTo(Instant.ofEpochSecond(2_000_000_009));
        assertThat(message.retention()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void half_an_hour_is_the_timeout_of_a_task_without_timeout_and_deadline() {
        assertThat(message(task).timeout()).isEqualTo(Duration.ofMinutes(30));
        assertThat(message(task.timeout(Duration.ZERO)).timeout()).isEqualTo(Duration.ofMinutes(30));
        assertThat(message(task.deadline(NOW.plusSeconds(9))).timeout()).isZero();
    }

    @Test
    void a_task_that_redis_can_never_store_is_invalid() {
        TaskComposer.requireStorable("t1", "film:cut", 512 * 1024 * 1024);
        assertThatThrownBy(() -> TaskComposer.requireStorable("t1", "film:cut", 512 * 1024 * 1024 + 1))
                .isInstanceOf(InvalidTaskException.class).hasMessageContaining("t1").hasMessageContaining("film:cut")
                .hasMessageContaining("536870913 bytes").hasMessageContaining("store-above");
    }

    @Test
    void a_time_and_a_delay_are_one_kind() {
        assertThat(scheduledAt(task.processAt(NOW.plusSeconds(99)).processIn(Duration.ofSeconds(5))))
                .isEqualTo(NOW.plusSeconds(5));
        assertThat(scheduledAt(task.processIn(Duration.ofSeconds(5)).processAt(NOW.plusSeconds(99))))
                .isEqualTo(NOW.plusSeconds(99));
    }

    @Test
    void headers_are_merged_by_name() {
        TaskMessage message = message(task.header("a", "1").headers(Map.of("b", "2", "c", "3")).header("a", "9"));

        assertThat(message.headers()).containsExactlyInAnyOrderEntriesOf(Map.of("a", "9", "b", "2", "c", "3"));
    }

    @Test
    void defaults_lose_against_the_task() {
        TaskOptions defaults = TaskOptions.builder().queue("low").maxRetry(7).header("a", "default").build();

        TaskMessage message = message(task.queue("critical").header("a", "own").withDefaults(defaults));

        assertThat(message.queue()).isEqualTo("critical");
        assertThat(message.maxRetry()).isEqualTo(7);
        assertThat(message.headers()).containsEntry("a", "own");
    }

    @Test
    void a_task_for_now_or_the_past_is_pending() {
        assertThat(placement(task.processAt(NOW))).isEqualTo(new Placement.Pending());
        assertThat(placement(task.processIn(Duration.ZERO))).isEqualTo(new Placement.Pending());
        assertThat(placement(task.processIn(Duration.ofDays(-1)))).isEqualTo(new Placement.Pending());
    }

    @Test
    void a_task_for_the_next_nanosecond_is_scheduled() {
        assertThat(placement(task.processAt(NOW.plusNanos(1)))).isEqualTo(new Placement.Scheduled(NOW.plusNanos(1)));
    }

    @Test
    void the_lock_of_a_delayed_task_lasts_from_the_time_it_runs() {
        Task<String> delayed = task.unique(Duration.ofSeconds(60)).processIn(Duration.ofMillis(9_500));

        assertThat(composer.compose(delayed).stored().lockFor()).isEqualTo(Duration.ofMillis(69_500));
    }

    @Test
    void the_lock_of_a_task_for_the_past_lasts_from_now() {
        Task<String> late = task.unique(Duration.ofSeconds(60)).processIn(Duration.ofHours(-1));

        assertThat(composer.compose(late).stored().lockFor()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void the_lock_is_named_after_queue_type_and_payload() {
        Duration hour = Duration.ofHours(1);
        assertThat(message(task.queue("low").unique(hour)).uniqueKey())
                .isEqualTo(UniqueKey.of("low", "email:welcome", "{}".getBytes(UTF_8)));
        assertThat(message(task.payload(null).unique(hour)).uniqueKey())
                .isEqualTo("asynq:{default}:unique:email:welcome:");
        assertThat(message(task.payload(new byte[0]).unique(hour)).uniqueKey())
                .isEqualTo("asynq:{default}:unique:email:welcome:d41d8cd98f00b204e9800998ecf8427e");
    }

    @Test
    void the_info_says_when_it_runs() {
        assertThat(composer.compose(task).info().nextProcessAt()).isEqualTo(NOW);
        assertThat(composer.compose(task.processIn(Duration.ofSeconds(5))).info().nextProcessAt())
                .isEqualTo(NOW.plusSeconds(5));
        var grouped = composer.compose(task.group("g")).info();
        assertThat(grouped.nextProcessAt()).isNull();
        assertThat(grouped.state()).isEqualTo(TaskState.AGGREGATING);
    }

    @Test
    void the_id_is_made_up_unless_given() {
        assertThat(message(task).id()).isEqualTo("id-1");
        assertThat(message(task.id("mine")).id()).isEqualTo("mine");
    }

    @Test
    void payloads_are_bytes_or_text_unless_an_encoder_is_set() {
        assertThat(message(task.payload("héllo")).payload()).isEqualTo("héllo".getBytes(UTF_8));
        assertThat(message(task.payload(new byte[]{ 0, (byte) 0xff })).payload()).containsExactly(0, 0xff);
        assertThatThrownBy(() -> message(task.payload(42))).isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("java.lang.Integer");
        TaskComposer own = new TaskComposer(clock, () -> "i", payload -> ("<" + payload + ">").getBytes(UTF_8));
        assertThat(own.compose(task.payload(42)).stored().message().payload()).isEqualTo("<42>".getBytes(UTF_8));
    }

    @Test
    void text_that_cannot_be_encoded_is_refused_and_named() {
        assertThatThrownBy(() -> task.queue("q\uD83D")).isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("queue name").hasMessageContaining("index 1");
        assertThatThrownBy(() -> task.id("\uDCA5")).hasMessageContaining("task ID");
        assertThatThrownBy(() -> task.group("g\uD83D ")).hasMessageContaining("group name");
        assertThatThrownBy(() -> task.header("k\uD83D", "v")).hasMessageContaining("header name");
        assertThatThrownBy(() -> task.header("k", "v\uD83D")).hasMessageContaining("header \"k\"");
        assertThatThrownBy(() -> Task.of("t\uD83D", "")).hasMessageContaining("task type");
    }

    @Test
    void settings_below_a_second_are_refused_where_they_would_become_zero() {
        assertThatThrownBy(() -> task.timeout(Duration.ofMillis(500))).isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("timeout");
        assertThatThrownBy(() -> task.retention(Duration.ofMillis(999))).hasMessageContaining("retention");
        assertThat(message(task.retention(Duration.ofMillis(1_500))).retention()).isEqualTo(Duration.ofSeconds(1));
        assertThat(message(task.retention(Duration.ZERO)).retention()).isZero();
    }

    @Test
    void a_queue_that_would_scatter_over_a_cluster_is_refused() {
        assertThatThrownBy(() -> message(task.queue("}x"))).isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("}x");
    }

    @Test
    void a_task_without_a_type_is_refused_with_the_ways_to_set_one() {
        assertThatThrownBy(() -> message(Task.ofPayload("payload"))).isInstanceOf(InvalidTaskException.class)
                .hasMessageContainingAll("has no type", "Task.of(type, payload)", "type(…)", "outgoing channel");
        assertThat(message(Task.ofPayload("payload").type("email:welcome")).type()).isEqualTo("email:welcome");
    }

    private TaskMessage message(Task<?> given) {
        return composer.compose(given).stored().message();
    }

    private Placement placement(Task<?> given) {
        return composer.compose(given).stored().placement();
    }

    private Instant scheduledAt(Task<?> given) {
        return ((Placement.Scheduled) placement(given)).at();
    }

    private static final PayloadCodec REVERSING = new PayloadCodec() {
        @Override
        public Coded encode(byte[] payload) {
            return new Coded(reversed(payload), Map.of(CODEC_HEADER, "reversed"));
        }

        @Override
        public byte[] decode(byte[] payload, Map<String, String> headers) {
            return reversed(payload);
        }

        private byte[] reversed(byte[] bytes) {
            return new StringBuilder(new String(bytes, UTF_8)).reverse().toString().getBytes(UTF_8);
        }
    };

    @Test
    void a_codec_changes_what_is_stored_but_neither_uniqueness_nor_what_the_sender_sees() {
        TaskComposer coding = new TaskComposer(clock, () -> "i", PayloadEncoder.bytesAndText()).coding(REVERSING);
        Task<String> task = Task.of("t", "abc").unique(Duration.ofHours(1));

        ComposedTask coded = coding.compose(task.headers(Map.of("payload-codec", "other", "payload-key", "7")));

        assertThat(coded.stored().message().payload()).isEqualTo("cba".getBytes(UTF_8));
        assertThat(coded.stored().message().headers()).isEqualTo(Map.of("payload-codec", "reversed"));
        assertThat(coded.stored().message().uniqueKey())
                .isEqualTo(composer.compose(task).stored().message().uniqueKey());
        assertThat(coded.info().payload()).isEqualTo("abc".getBytes(UTF_8));
        assertThat(coding.compose(Task.of("t", null)).stored().message().headers()).isEmpty();
    }

    private TaskComposer failing(RuntimeException error) {
        return composer.coding(new PayloadCodec() {
            @Override
            public Coded encode(byte[] payload) {
                throw error;
            }

            @Override
            public byte[] decode(byte[] payload, Map<String, String> headers) {
                return payload;
            }
        });
    }

    @Test
    void a_codec_that_throws_makes_the_task_invalid() {
        TaskComposer coding = failing(new IllegalStateException("no current key"));

        assertThatThrownBy(() -> coding.compose(Task.of("t", "abc"))).isInstanceOf(InvalidTaskException.class)
                .hasMessage("the payload of task id-1 of type \"t\" cannot be coded, and the task is not stored: "
                        + "no current key")
                .hasRootCauseInstanceOf(IllegalStateException.class);
        assertThat(coding.compose(Task.of("t", null)).stored().message().payload()).isEmpty();
    }

    @Test
    void a_payload_that_cannot_be_put_now_is_no_fault_of_its_task() {
        assertThatThrownBy(() -> failing(new EnqueueException("the store is full", null)).compose(Task.of("t", "abc")))
                .isInstanceOf(EnqueueException.class)
                .hasMessage("the payload of task id-1 of type \"t\" cannot be coded, and the task is not stored: "
                        + "the store is full");
    }

    @Test
    void a_codec_knows_queue_and_type_of_the_task() {
        TaskComposer coding = composer.coding(new PayloadCodec() {
            @Override
            public Coded encode(byte[] payload) {
                throw new IllegalStateException("without a task");
            }

            @Override
            public Coded encode(byte[] payload, String queue, String type) {
                return NONE.encode((queue + " " + type).getBytes(UTF_8));
            }

            @Override
            public byte[] decode(byte[] payload, Map<String, String> headers) {
                return payload;
            }
        });

        assertThat(coding.compose(Task.of("t", "abc").queue("q")).stored().message().payload()).asString()
                .isEqualTo("q t");
    }
}
