package io.github.asynqee.messaging.internal.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.Uniqueness.OnDuplicate;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.RedisTest;
import io.github.asynqee.messaging.RespClient;
import io.github.asynqee.messaging.internal.config.OutgoingConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A channel with unique tasks: which tasks are stored, and the result for the sender of a message. */
@RedisTest
class UniqueChannelTest extends OutgoingTest {

    /** A channel with attributes: name, value, … */
    private OutgoingChannel channel(String... attributes) {
        List<String> all = new ArrayList<>(List.of("queue", queue, "type", "order"));
        all.addAll(List.of(attributes));
        for (int i = 0; i < all.size(); i += 2) {
            all.set(i, "mp.messaging.outgoing.orders." + all.get(i));
        }
        OutgoingConfig config = OutgoingConfig.read(MapConfig.of(all.toArray(String[]::new)), "orders");
        return new OutgoingChannel(config, payloads, client, client);
    }

    private List<String> pending() {
        return broker.workerCommands().dequeue(queue, 100).leases().stream()
                .map(lease -> new String(lease.message().payload(), StandardCharsets.UTF_8)).toList();
    }

    private static void assertRefused(CompletableFuture<Void> outcome, Class<? extends Throwable> reason,
            String... parts) {
        assertThatThrownBy(outcome::join).isInstanceOf(CompletionException.class).cause().isInstanceOf(reason)
                .satisfies(error -> assertThat(parts).allMatch(error.getMessage()::contains));
    }

    private static Task<String> of(String payload, String order) {
        return Task.ofPayload(payload).header("order", order);
    }

    @Test
    void a_header_is_the_key() {
        OutgoingChannel channel = channel("unique-for", "1h", "unique-key", "header:order");
        send(channel, of("a", "42")).join();

        assertRefused(send(channel, of("b", "42")), DuplicateTaskException.class);
        send(channel, of("a", "43")).join();
        assertThat(pending()).containsExactly("a", "a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = { "{\"id\":42,\"x\":1};{\"x\":2,\"id\":42.0}",
            "{\"id\":\"42\",\"x\":1};{\"id\":42}", "{\"id\":100};{\"id\":1e2}", "{\"id\":true};{\"id\":true,\"x\":1}" })
    void a_member_of_a_json_payload_is_the_key(String payload, String same) {
        OutgoingChannel channel = channel("unique-for", "1h", "unique-key", "json:/id");
        send(channel, payload).join();

        assertRefused(send(channel, same), DuplicateTaskException.class);
        send(channel, "{\"id\":43}").join();
        assertThat(pending()).containsExactly(payload, "{\"id\":43}");
    }

    @Test
    void objects_are_written_once_and_have_members() {
        OutgoingChannel channel = channel("unique-for", "1h", "unique-key", "json:/orders/0/a~1b");
        send(channel, Map.of("orders", List.of(Map.of("a/b", "x")))).join();

        assertRefused(send(channel, Map.of("more", 1, "orders", List.of(Map.of("a/b", "x")))),
                DuplicateTaskException.class);
        assertThat(pending()).containsExactly("{\"orders\":[{\"a/b\":\"x\"}]}");
    }

    @Test
    void the_type_is_the_key() {
        OutgoingChannel channel = channel("unique-for", "1h", "unique-key", "type");
        send(channel, "a").join();

        assertRefused(send(channel, "b"), DuplicateTaskException.class);
        send(channel, Task.of("another", "b")).join();
    }

    @Test
    void a_key_of_configuration_is_that_of_a_program() {
        send(channel("unique-for", "1h", "unique-key", "json:/id"), "{\"id\":100}").join();

        Task<String> same = Task.of("order", "x").queue(queue).unique(Duration.ofHours(1)).uniqueKey("100");
        assertThatThrownBy(() -> client.enqueue(same)).isInstanceOf(DuplicateTaskException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = { "{}", "{\"id\":null}", "{\"id\":{}}", "{\"id\":\" \"}", "[1]", "{\"id\":[1]}", "1", "",
            "{",
            "text", "{\"id\":1e99999999999}" })
    void a_task_without_the_member_is_refused_and_not_taken_for_another(String payload) {
        OutgoingChannel channel = channel("unique-for", "1h", "unique-key", "json:/id");

        assertRefused(send(channel, payload), InvalidTaskException.class,
                "mp.messaging.outgoing.orders.unique-key=json:/id",
                "not stored");
        assertThat(pending()).isEmpty();
    }

    @Test
    void a_task_without_payload_or_header_is_refused() {
        assertRefused(send(channel("unique-for", "1h", "unique-key", "json:/id"), Task.ofPayload(null)),
                InvalidTaskException.class, "not stored");
        assertRefused(send(channel("unique-for", "1h", "unique-key", "header:order"), "a"), InvalidTaskException.class,
                "mp.messaging.outgoing.orders.unique-key=header:order", "not stored");
    }

    @ParameterizedTest
    @ValueSource(strings = { "join", "extend", "replace" })
    void a_message_that_is_joined_or_replaces_another_one_is_acknowledged(String policy) {
        OutgoingChannel channel = channel("unique-for", "1h", "unique-key", "header:order", "on-duplicate", policy);
        send(channel, of("first", "42")).join();

        send(channel, of("second", "42")).join();

        assertThat(pending()).containsExactly(policy.equals("replace") ? "second" : "first");
    }

    @Test
    void a_message_fails_if_the_other_task_can_be_neither_joined_nor_replaced() {
        OutgoingChannel replaces = channel("unique-for", "1h", "unique-key", "header:order", "on-duplicate", "replace");
        OutgoingChannel joins = channel("throttle", "1h", "unique-key", "header:order", "on-duplicate", "join");
        send(replaces, of("a", "42")).join();
        Lease running = broker.workerCommands().dequeue(queue, 1).leases().get(0);
        assertRefused(send(replaces, of("b", "42")), DuplicateTaskException.class);
        succeed(running);

        send(joins, of("c", "42")).join();
        send(joins, of("d", "42")).join();
        succeed(broker.workerCommands().dequeue(queue, 1).leases().get(0));
        assertRefused(send(joins, of("e", "42")), DuplicateTaskException.class);
    }

    private void succeed(Lease lease) {
        assertThat(broker.workerCommands().write(List.of(new Settlement(lease, new Outcome.Done()))))
                .containsExactly(new Settlement.Result.Settled());
    }

    @Test
    void a_debounced_channel_runs_the_last_one_and_acknowledges_all() {
        OutgoingChannel channel = channel("debounce", "1h", "unique-key", "header:order");

        send(channel, of("a", "42")).join();
        send(channel, of("b", "42")).join();
        send(channel, of("c", "43")).join();

        assertThat(ask("ZCARD", "asynq:{" + queue + "}:scheduled")).isEqualTo("2");
    }

    private String ask(String... command) {
        return RespClient.ask(redis, command);
    }

    @Test
    void the_options_of_one_task_take_precedence() {
        OutgoingChannel channel = channel("unique-for", "1h", "unique-key", "header:order");
        send(channel, of("a", "42")).join();

        send(channel, of("b", "42").uniqueKey("another")).join();
        send(channel, of("c", "42").onDuplicate(OnDuplicate.REPLACE)).join();
        assertRefused(send(channel, Task.ofPayload("d").uniqueKey("42")), DuplicateTaskException.class);

        assertThat(pending()).containsExactly("c", "b");
    }

    @Test
    void keys_are_taken_from_what_is_sent_and_not_from_what_a_codec_makes_of_it() {
        client = client.coding(new Different());
        OutgoingChannel byMember = channel("unique-for", "1h", "unique-key", "json:/id");
        OutgoingChannel byPayload = channel("unique-for", "1h", "type", "other");
        send(byMember, "{\"id\":1}").join();
        send(byPayload, "{\"id\":1}").join();

        assertRefused(send(byMember, "{\"id\":1,\"x\":1}"), DuplicateTaskException.class);
        assertRefused(send(byPayload, "{\"id\":1}"), DuplicateTaskException.class);
        assertThat(pending()).hasSize(2).doesNotContain("{\"id\":1}");
    }

    /** Stores no payload twice in the same form, as encryption does. */
    private static final class Different implements PayloadCodec {

        @Override
        public Coded encode(byte[] payload) {
            return new Coded(UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8), Map.of());
        }

        @Override
        public byte[] decode(byte[] payload, Map<String, String> headers) {
            throw new UnsupportedOperationException();
        }
    }
}
