package io.github.asynqee.cli;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.cli.dash.Dashboard;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.inspect.payload.PayloadReader;

/** Runs the full-screen view with a clock that fails after some time: an exception on the thread that draws. */
final class FailingDash {

    private FailingDash() {}

    public static void main(String[] args) {
        try (Inspector inspector = Inspectors.connect(args[0])) {
            Dashboard
                    .open(inspector,
                            new Dashboard.Settings("test", Duration.ofMillis(100), true, true, new FailingClock(),
                                    PayloadReader.WITHOUT_KEYS))
                    .run();
        }
    }

    private static final class FailingClock extends Clock {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            if (calls.incrementAndGet() > 8) {
                throw new IllegalStateException("the clock fails");
            }
            return Instant.EPOCH;
        }
    }
}
