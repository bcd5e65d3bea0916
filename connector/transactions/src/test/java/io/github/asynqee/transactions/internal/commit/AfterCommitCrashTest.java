package io.github.asynqee.transactions.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.transactions.database.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contents of Redis and PostgreSQL after a producer's process was killed. */
class AfterCommitCrashTest {

    private static final String QUEUE = "crash";

    private static TestDatabase database;
    private static EmbeddedRedis redis;

    @BeforeAll
    static void start() throws Exception {
        database = TestDatabase.start(TestDatabase.Kind.POSTGRESQL);
        redis = EmbeddedRedis.start();
        try (Connection connection = connection(); Statement create = connection.createStatement()) {
            create.execute("CREATE TABLE effects (task VARCHAR(50))");
        }
    }

    @AfterAll
    static void stop() {
        if (redis != null) {
            redis.close();
            database.close();
        }
    }

    private static Connection connection() throws SQLException {
        return database.connect();
    }

    private static boolean isCommitted(DyingSender.Step step) throws SQLException {
        try (Connection connection = connection();
                Statement select = connection.createStatement();
                ResultSet row = select.executeQuery("SELECT COUNT(*) FROM effects WHERE task = '" + step + "'")) {
            row.next();
            return row.getInt(1) == 1;
        }
    }

    private static List<String> stored() {
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(redis.url()))) {
            return broker.workerCommands().dequeue(QUEUE, 100).leases().stream()
                    .filter(lease -> lease.message().type().equals("mail"))
                    .map(lease -> new String(lease.message().payload(), StandardCharsets.UTF_8)).toList();
        }
    }

    @ParameterizedTest
    @CsvSource({ "BEFORE_COMMIT, false, false", "AFTER_COMMIT, true, false", "AFTER_STORE, true, true" })
    void only_a_crash_between_commit_and_storing_loses_a_task(DyingSender.Step step, boolean committed, boolean stored)
            throws Exception {
        DyingSender.run(database, redis.url(), QUEUE, step);

        assertThat(isCommitted(step)).isEqualTo(committed);
        assertThat(stored()).isEqualTo(stored ? List.of(step.name()) : List.of());
    }
}
