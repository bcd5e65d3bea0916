package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.github.asynqee.messaging.internal.incoming.LaneMessage.AckCompletion;
import io.github.asynqee.messaging.internal.threads.LaneExecutor;
import io.github.asynqee.messaging.internal.threads.TransactionalThreads;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** State that a handler leaves on its thread does not affect the next handlers on this thread. */
class LeftBehindTest extends OpenLanes {

    private static final int OTHERS = 200;

    private final TransactionalThreads threads = new TransactionalThreads(executor);

    /** State that a handler may leave on its thread, and whether its attempt fails. */
    enum Left {
        NOTHING(false, threads -> {}), TRANSACTION(true, TransactionalThreads::begin), INTERRUPT(false,
                threads -> Thread.currentThread().interrupt()),
        CLASS_LOADER(false,
                threads -> Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0])));

        private final boolean fails;
        private final Consumer<TransactionalThreads> act;

        Left(boolean fails, Consumer<TransactionalThreads> act) {
            this.fails = fails;
            this.act = act;
        }
    }

    @Override
    LaneExecutor threads() {
        return threads;
    }

    /** Acts like the runtime when it calls a handler of payloads. */
    @ParameterizedTest
    @EnumSource
    void a_handler_leaves_nothing_to_the_next_ones_on_its_thread(Left left) {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        start(1, String.class, AckCompletion.IMMEDIATE);
        onlyLane().onNext = message -> {
            Thread thread = Thread.currentThread();
            if (thread.isInterrupted() || threads.isOpen() || thread.getContextClassLoader() instanceof URLClassLoader
                    || LaneMessage.current() != message) {
                seen.add(message.getPayload().toString());
            }
            if (message.getPayload().equals("payload 0")) {
                left.act.accept(threads);
            }
            message.ack();
        };
        onlyLane().subscription.request(OTHERS + 1);
        enqueue(OTHERS + 1);

        Awaitility.await().until(() -> onlyLane().calls.get() == OTHERS + 1);
        assertThat(seen).isEmpty();
        Awaitility.await().until(() -> ask("LLEN", "active").equals("0"));
        assertThat(ask("ZCARD", "retry")).isEqualTo(left.fails ? "1" : "0");
    }

    /** A handler that acknowledges tasks itself has not acknowledged its task yet when it returns. */
    @ParameterizedTest
    @EnumSource
    void a_handler_of_messages_that_leaves_a_transaction_open_fails(AckCompletion acknowledging) {
        start(1, String.class, acknowledging);
        onlyLane().onNext = message -> threads.begin();
        onlyLane().subscription.request(1);
        enqueue(1);

        Awaitility.await().until(() -> ask("ZCARD", "retry").equals("1"));
    }

    /** Actions of a handler in a transaction, and whether its task succeeds. */
    enum Acknowledged {
        COMMITTED(true, (message, threads) -> {
            // a handler, or the server, may wait for the stage before the commit
            assertThat(message.ack()).isCompleted();
            threads.end(true);
        }), ROLLED_BACK(false, (message, threads) -> {
            message.ack();
            threads.end(false);
        }), MARKED_BEFORE(false, (message, threads) -> {
            threads.mark();
            message.ack();
            threads.end(false);
        }), LEFT_OPEN(false, (message, threads) -> message.ack()), UNKNOWN_OUTCOME(false, (message, threads) -> {
            message.ack();
            threads.end(true);
            throw new IllegalStateException("the connection was lost during the commit");
        }), REPEATED(true, (message, threads) -> {
            message.ack();
            threads.end(false);
            threads.begin();
            message.ack();
            threads.end(true);
        }), WITHOUT_TRANSACTION(true, (message, threads) -> {
            threads.end(true);
            message.ack();
        });

        private final boolean done;
        private final BiConsumer<LaneMessage<?>, TransactionalThreads> act;

        Acknowledged(boolean done, BiConsumer<LaneMessage<?>, TransactionalThreads> act) {
            this.done = done;
            this.act = act;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_task_that_is_acknowledged_in_a_transaction_is_done_after_its_commit(Acknowledged how) {
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().onNext = message -> {
            threads.begin();
            how.act.accept((LaneMessage<?>) message, threads);
        };
        onlyLane().subscription.request(1);
        enqueue(1);

        Awaitility.await().until(() -> ask("LLEN", "active").equals("0") && ask("LLEN", "pending").equals("0"));
        Awaitility.await().untilAsserted(() -> assertThat(ask("ZCARD", "retry")).isEqualTo(how.done ? "0" : "1"));
    }

    @Test
    void an_acknowledgement_on_another_thread_waits_for_the_transaction_of_that_thread() throws Exception {
        CompletableFuture<LaneMessage<?>> received = new CompletableFuture<>();
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().onNext = message -> received.complete((LaneMessage<?>) message);
        onlyLane().subscription.request(1);
        enqueue(1);
        LaneMessage<?> message = received.get(20, TimeUnit.SECONDS);

        threads.begin();
        assertThat(message.ack()).isCompleted();
        assertThat(ask("LLEN", "active")).isEqualTo("1");
        threads.end(false);

        Awaitility.await().until(() -> ask("ZCARD", "retry").equals("1"));
    }
}
