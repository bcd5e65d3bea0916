package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.settle.DeadLetterAttempt;
import io.github.asynqee.internal.settle.DeadLetterSender;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a letter is tried again, and when it is given up. */
class DeadLetterSenderTest extends WorkerTest {

    private static final Outcome ARCHIVE = new Outcome.Archive("boom");
    private static final Throwable REDIS_AWAY = new CompletionException(new BrokerUnavailableException("away", null));

    /** The tries, each to be answered. */
    private final List<CompletableFuture<Void>> tries = new ArrayList<>();
    private final DeadLetterSender office = new DeadLetterSender(new Router(List.of(new Channel(
            new ChannelConfig("failing", Map.of("default", 1), "", FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)))
                    .withDeadLetters((task, error) -> {
                        CompletableFuture<Void> answer = new CompletableFuture<>();
                        tries.add(answer);
                        return answer;
                    })))),
            () -> this.nanos);
    private long nanos = Long.MAX_VALUE - 1_000;
    private Lease lease;
    private Clock clock;

    @BeforeEach
    void lease() {
        enqueue("t1");
        lease = broker.workerCommands().dequeue("default", 1).leases().get(0);
        clock = ManualClock.startingAt(lease.expiresAt());
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        office.runOnce();
    }

    private static void assertEnded(CompletionStage<Boolean> letter, boolean mayBeWritten) {
        assertThat(letter.toCompletableFuture()).isCompletedWithValue(mayBeWritten);
    }

    @Test
    void while_redis_is_away_it_is_tried_again_with_growing_pauses_until_the_lease_ends() {
        CompletionStage<Boolean> letter = office.send(lease, ARCHIVE, clock);
        for (int pause : new int[]{ 100, 200, 400 }) {
            tries.get(tries.size() - 1).completeExceptionally(REDIS_AWAY);
            int before = tries.size();
            pass(Duration.ofMillis(pause - 1));
            assertThat(tries).hasSize(before);
            pass(Duration.ofMillis(1));
            assertThat(tries).hasSize(before + 1);
        }
        assertThat(letter.toCompletableFuture()).isNotDone();

        ((ManualClock) clock).advance(Duration.ofSeconds(1));
        tries.get(3).completeExceptionally(REDIS_AWAY);

        assertEnded(letter, true);
        pass(Duration.ofHours(1));
        assertThat(tries).hasSize(4);
    }

    @Test
    void it_is_sent_when_redis_is_back() {
        CompletionStage<Boolean> letter = office.send(lease, ARCHIVE, clock);
        tries.get(0).completeExceptionally(REDIS_AWAY);
        pass(Duration.ofMillis(100));

        tries.get(1).complete(null);

        assertEnded(letter, true);
        pass(Duration.ofHours(1));
        assertThat(tries).hasSize(2);
    }

    @Test
    void a_try_that_is_never_answered_is_given_up() {
        CompletionStage<Boolean> letter = office.send(lease, ARCHIVE, clock);
        CompletionStage<Void> ofNobody = office.send(lease.message(), ARCHIVE);

        pass(DeadLetterAttempt.LONGEST_TRY.minusNanos(1));
        assertThat(letter.toCompletableFuture()).isNotDone();
        assertThat(ofNobody.toCompletableFuture()).isNotDone();

        pass(Duration.ofNanos(1));
        assertEnded(letter, true);
        assertThat(ofNobody.toCompletableFuture()).isDone();
    }

    @Test
    void a_letter_about_a_task_without_a_lease_is_tried_for_a_while() {
        CompletionStage<Void> letter = office.send(lease.message(), ARCHIVE);
        tries.get(0).completeExceptionally(REDIS_AWAY);
        pass(Duration.ofMillis(100));
        assertThat(tries).hasSize(2);
        assertThat(letter.toCompletableFuture()).isNotDone();

        nanos += DeadLetterAttempt.LONGEST_TRY.toNanos();
        tries.get(1).completeExceptionally(REDIS_AWAY);

        assertThat(letter.toCompletableFuture()).isDone();
    }

    @Test
    void a_withdrawn_letter_keeps_its_task_from_being_archived_and_no_other_is_begun() {
        CompletionStage<Boolean> underWay = office.send(lease, ARCHIVE, clock);

        office.withdraw();

        assertEnded(underWay, false);
        assertEnded(office.send(lease, ARCHIVE, clock), false);
        assertEnded(office.send(lease, new Outcome.Done(), clock), true);
        assertThat(tries).hasSize(1);
    }
}
