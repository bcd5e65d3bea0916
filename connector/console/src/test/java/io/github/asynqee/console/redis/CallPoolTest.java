package io.github.asynqee.console.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.problem.ProblemException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CallPoolTest {

    private final CallPool pool = new CallPool(Thread::new, Duration.ofSeconds(20));
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<CompletableFuture<Boolean>> calls = new ArrayList<>();

    @AfterEach
    void close() {
        end.countDown();
        pool.close();
    }

    private static <T> T as(String user, CallPool pool, Duration limit, Callable<T> call) {
        CurrentScope.set(QueueScope.ALL, user);
        try {
            return pool.call(limit, call);
        } finally {
            CurrentScope.clear();
        }
    }

    /** Calls of a user that hang until the end. */
    private void hang(String user, int number) throws InterruptedException {
        CountDownLatch running = new CountDownLatch(number);
        for (int i = 0; i < number; i++) {
            calls.add(CompletableFuture.supplyAsync(() -> as(user, pool, Duration.ofSeconds(20), () -> {
                running.countDown();
                return end.await(20, TimeUnit.SECONDS);
            }), task -> new Thread(task).start()));
        }
        assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
    }

    private void refused(String user, String who) {
        assertThatThrownBy(() -> as(user, pool, Duration.ofSeconds(20), () -> true)).isInstanceOfSatisfying(
                ProblemException.class, e -> assertThat(e.problem().status()).isEqualTo(429))
                .hasMessageContaining(who + " requests waiting for this Redis");
    }

    @Test
    void a_user_occupies_a_third_and_all_users_leave_room_for_the_console() throws Exception {
        hang("ann", CallPool.MAX_OF_USER);
        refused("ann", "You already have 8");
        CurrentScope.set(QueueScope.ALL, "ann");
        assertThat(pool.own(() -> true)).as("the audit entry of a change").isTrue();
        CurrentScope.clear();
        assertThat(as("bob", pool, Duration.ofSeconds(20), () -> true)).isTrue();

        hang("bob", CallPool.MAX_OF_USER);
        hang("eve", CallPool.MAX_OF_USER);
        refused("dan", "All users together already have 24");
        assertThat(pool.call(() -> true)).as("live updates and alerts").isTrue();

        end.countDown();
        for (CompletableFuture<Boolean> call : calls) {
            assertThat(call.get(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(as("ann", pool, Duration.ofSeconds(20), () -> true)).isTrue();
        assertThat(as("dan", pool, Duration.ofSeconds(20), () -> true)).isTrue();
    }

    @Test
    void a_call_that_nobody_waits_for_counts_until_it_ends() throws Exception {
        CountDownLatch ended = new CountDownLatch(CallPool.MAX_OF_USER);
        for (int i = 0; i < CallPool.MAX_OF_USER; i++) {
            assertThatThrownBy(() -> as("ann", pool, Duration.ofMillis(1), () -> {
                try {
                    return end.await(20, TimeUnit.SECONDS);
                } finally {
                    ended.countDown();
                }
            })).isInstanceOf(ProblemException.class);
        }
        refused("ann", "You already have 8");

        end.countDown();
        assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(as("ann", pool, Duration.ofSeconds(20), () -> true)).isTrue();
    }

    @Test
    void a_call_that_fails_leaves_its_place() {
        for (int i = 0; i < 3 * CallPool.MAX_OF_USERS; i++) {
            assertThatThrownBy(() -> as("ann", pool, Duration.ofSeconds(20), () -> {
                throw new IllegalStateException("no");
            })).hasMessage("no");
        }
        assertThat(as("ann", pool, Duration.ofSeconds(20), () -> true)).isTrue();
    }
}
