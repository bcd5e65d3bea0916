package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.github.asynqee.Durability;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.OutboxCommands;
import io.github.asynqee.internal.broker.OutboxCommands.Opening;
import io.github.asynqee.internal.broker.OutboxCommands.Row;
import io.github.asynqee.internal.broker.StoreResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutboxCommandsTest extends BrokerTest {

    private static final Opening FIRST = new Opening("default", "box", "relay 1");
    private static final Opening SECOND = new Opening("default", "box", "relay 2");

    private OutboxCommands outbox;

    @BeforeEach
    void create() {
        outbox = broker.outboxCommands(Durability.MEMORY);
    }

    private static Row row(String id) {
        return new Row("row " + id, Tasks.pending("default", id));
    }

    private List<StoreResult> store(Opening opening, Row... rows) {
        return outbox.store(opening, Arrays.asList(rows)).orElseThrow();
    }

    /** The task runs, and nothing of it remains. */
    private void run(String id) {
        redis.at(DEFAULT.pending()).lrem(DEFAULT.pending(), 1, id);
        redis.at(DEFAULT.pending()).del(DEFAULT.task(id));
    }

    @Test
    void rows_of_all_kinds_are_stored_in_their_order() {
        outbox.open(List.of(FIRST));

        assertThat(store(FIRST, row("1"), new Row("r2", Tasks.scheduled("default", "2", T0.plusSeconds(60))),
                new Row("r3", Tasks.grouped("default", "3", "g")),
                new Row("r4", Tasks.unique("default", "4", "subject")),
                row("5"))).hasSize(5).containsOnly(new StoreResult.Stored());

        assertThat(list(DEFAULT.pending())).containsExactly("5", "4", "1");
        assertThat(zset(DEFAULT.scheduled())).containsExactly("2");
        assertThat(zset(DEFAULT.group("g"))).containsExactly("3");
        assertThat(field(DEFAULT.task("4"), "unique_key")).isEqualTo(Tasks.lock("default", "subject"));
        assertThat(field(DEFAULT.task("5"), "unique_key")).isNull();
    }

    @Test
    void a_stored_row_is_stored_as_a_task_of_the_producer_is() {
        for (NewTask task : List.of(Tasks.pending("default", "1"), Tasks.scheduled("default", "2", T0.plusSeconds(60)),
                Tasks.grouped("default", "3", "g"), Tasks.unique("default", "4", "subject"),
                Tasks.unique("default", "5", "s", new Placement.InGroup(), Duration.ofHours(1)))) {
            redis.clear();
            store(task);
            redis.at("asynq:queues").del("asynq:queues");
            var expected = dump();
            redis.clear();

            outbox.open(List.of(FIRST));
            store(FIRST, new Row("row", task));
            outbox.close(FIRST);
            redis.at("asynq:queues").del("asynq:queues");

            dump().assertSameAs(expected);
        }
    }

    @Test
    void a_row_is_stored_once_although_its_task_has_run_and_is_gone() {
        outbox.open(List.of(FIRST));
        store(FIRST, row("1"));
        run("1");

        assertThat(outbox.open(List.of(SECOND))).containsExactly("row 1");
        assertThat(store(SECOND, row("1"), row("2"))).containsOnly(new StoreResult.Stored());

        assertThat(list(DEFAULT.pending())).containsExactly("2");
    }

    @Test
    void a_relay_that_was_overtaken_stores_nothing_even_after_the_rows_are_forgotten() {
        outbox.open(List.of(FIRST));
        outbox.open(List.of(SECOND));
        store(SECOND, row("1"));

        assertThat(outbox.store(FIRST, List.of(row("1"), row("2")))).isEmpty();
        outbox.close(SECOND);
        run("1");

        assertThat(outbox.store(FIRST, List.of(row("1"), row("2")))).isEmpty();
        assertThat(list(DEFAULT.pending())).isEmpty();
    }

    @Test
    void a_relay_that_was_overtaken_forgets_nothing() {
        outbox.open(List.of(FIRST));
        store(FIRST, row("1"));
        outbox.open(List.of(SECOND));

        outbox.close(FIRST);

        assertThat(outbox.open(List.of(FIRST))).containsExactly("row 1");
    }

    @Test
    void nothing_remains_of_an_outbox_that_is_closed() {
        outbox.open(List.of(FIRST));
        store(FIRST, row("1"));

        outbox.close(FIRST);

        assertThat(exists(DEFAULT.outbox("box"))).isFalse();
        assertThat(outbox.open(List.of(SECOND))).isEmpty();
    }

    @Test
    void outboxes_do_not_know_each_other() {
        Opening other = new Opening("default", "other box", "relay 2");
        outbox.open(List.of(FIRST));
        store(FIRST, row("1"));

        assertThat(outbox.open(List.of(other))).isEmpty();
        store(other, new Row("row 1", Tasks.pending("default", "2")));
        outbox.close(other);

        assertThat(store(FIRST, row("1"))).containsExactly(new StoreResult.Stored());
        assertThat(list(DEFAULT.pending())).containsExactly("2", "1");
    }

    @Test
    void a_row_whose_id_is_taken_or_whose_lock_is_held_is_not_remembered() {
        store(Tasks.pending("default", "taken"), Tasks.unique("default", "holder", "subject"));
        outbox.open(List.of(FIRST));

        assertThat(store(FIRST, row("taken"), new Row("r2", Tasks.unique("default", "2", "subject")), row("3")))
                .containsExactly(new StoreResult.IdTaken(), new StoreResult.Duplicate(), new StoreResult.Stored());

        assertThat(outbox.open(List.of(SECOND))).containsExactly("row 3");
    }

    @Test
    void a_redis_that_has_lost_its_data_asks_for_another_opening() {
        outbox.open(List.of(FIRST));
        redis.clear();

        assertThat(outbox.store(FIRST, List.of(row("1")))).isEmpty();
    }

    @Test
    void as_many_rows_as_possible_are_stored_in_one_call() {
        Row[] rows = new Row[OutboxCommands.MAX_ROWS];
        Arrays.setAll(rows, i -> new Row("r" + i, Tasks.unique("default", "t" + i, "s" + i)));
        outbox.open(List.of(FIRST));

        assertThat(store(FIRST, rows)).hasSize(rows.length).containsOnly(new StoreResult.Stored());

        assertThat(redis.at(DEFAULT.pending()).llen(DEFAULT.pending())).isEqualTo(rows.length);
    }
}
