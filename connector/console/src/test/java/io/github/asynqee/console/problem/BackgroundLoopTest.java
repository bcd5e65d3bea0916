package io.github.asynqee.console.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

/** Nothing but its end ends a loop. */
class BackgroundLoopTest {

    private final AtomicInteger rounds = new AtomicInteger();
    private final BackgroundLoop loop = new BackgroundLoop("test", () -> rounds.get() == 4, Duration.ZERO);

    @Test
    void an_error_does_not_end_it() {
        loop.run(() -> {
            switch (rounds.incrementAndGet()) {
                case 1 -> throw new StackOverflowError();
                case 2 -> throw new OutOfMemoryError();
                case 3 -> throw new IllegalStateException();
                default -> {
                }
            }
        });

        assertThat(rounds).hasValue(4);
    }

    @Test
    void an_interrupt_ends_it() {
        loop.run(() -> {
            rounds.incrementAndGet();
            throw new InterruptedException();
        });

        assertThat(rounds).hasValue(1);
        assertThat(Thread.interrupted()).isTrue();
    }
}
