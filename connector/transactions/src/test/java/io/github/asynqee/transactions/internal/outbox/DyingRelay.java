package io.github.asynqee.transactions.internal.outbox;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.github.asynqee.Durability;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.transactions.database.EnlistingDataSource;
import io.github.asynqee.transactions.database.TestDatabase;

/** A process that relays the rows of an outbox and is killed at a step. */
final class DyingRelay {

    private static final int KILLED = 137;

    private DyingRelay() {}

    /** Runs the process until it is dead. */
    static void run(TestDatabase database, String redis, RelayStep step) throws Exception {
        Path output = Files.createTempFile("asynq-dying", ".log");
        ProcessBuilder command = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), DyingRelay.class.getName(),
                database.kind().name(), database.url(), redis, step.name());
        command.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        command.directory(new File("target"));
        Process process = command.redirectErrorStream(true).redirectOutput(output.toFile()).start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != KILLED) {
            process.destroyForcibly();
            throw new IllegalStateException("did not die " + step + ": " + Files.readString(output));
        }
        Files.delete(output);
    }

    public static void main(String[] arguments) throws Exception {
        RelayStep step = RelayStep.valueOf(arguments[3]);
        AtomicBoolean opened = new AtomicBoolean();
        Consumer<RelayStep> at = here -> {
            opened.compareAndSet(false, here == RelayStep.BEFORE_OPEN);
            // the commits before are those of reads
            if (here == step && opened.get()) {
                Runtime.getRuntime().halt(KILLED);
            }
        };
        EnlistingDataSource database = new EnlistingDataSource(
                TestDatabase.dataSource(TestDatabase.Kind.valueOf(arguments[0]), arguments[1]),
                com.arjuna.ats.jta.TransactionManager.transactionManager(),
                new TransactionSynchronizationRegistryImple());
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(arguments[2]))) {
            new OutboxRelay(RelayStep.transaction(com.arjuna.ats.jta.UserTransaction.userTransaction(), at),
                    new OutboxTable(() -> database, Clock.systemUTC()),
                    RelayStep.commands(broker.outboxCommands(Durability.MEMORY), at),
                    new OutboxShards(broker.shards(), Map.of()), broker.clock()).relay();
        }
    }
}
