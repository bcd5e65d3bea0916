package io.github.asynqee.internal.redis;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.internal.broker.CronCommands;
import io.github.asynqee.internal.broker.CronCommands.Answer;
import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.Schedule;
import io.github.asynqee.internal.broker.CronCommands.State;
import io.github.asynqee.internal.broker.NewTask;
import org.junit.jupiter.api.BeforeEach;

/** A periodic entry that has joined. */
abstract class JoinedEntry extends BrokerTest {

    static final Entry ENTRY = new Entry("default", "e");
    static final String KEY = DEFAULT.periodicEntry("e");
    static final Instant NOW = Instant.ofEpochSecond(T0.getEpochSecond());
    static final Instant TICK = NOW.plusSeconds(7);
    static final Schedule KNOWN = new Schedule("@every 7s", NOW, NOW);
    static final Duration CLAIM = Duration.ofSeconds(20);

    CronCommands cronCommands;

    @BeforeEach
    void join() {
        cronCommands = broker.cronCommands();
        cronCommands.join(ENTRY, KNOWN, true, false);
    }

    Answer fire(Instant tick, NewTask task) {
        return cronCommands.fire(ENTRY, KNOWN, tick, "node", task);
    }

    State state() {
        return cronCommands.join(ENTRY, KNOWN, false, false);
    }
}
