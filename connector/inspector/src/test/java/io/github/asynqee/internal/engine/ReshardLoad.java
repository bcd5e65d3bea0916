package io.github.asynqee.internal.engine;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/** Sends tasks of all kinds while slots move, and takes some like a worker that dies at once. */
final class ReshardLoad {

    static final String QUEUE = "moving";
    static final String MORTAL = "mortal";
    static final String SHARDED = "mails";
    static final int SHARDS = 3;

    private final RedisBroker broker;
    private final DefaultAsynqClient client;
    private final ReshardLedger ledger;
    private int rounds;

    ReshardLoad(RedisBroker broker, ReshardLedger ledger) {
        this.broker = broker;
        this.client = DefaultAsynqClient.builder(broker).shards(SHARDED, SHARDS).build();
        this.ledger = ledger;
    }

    private static Task<String> task(String type) {
        return Task.of(type, "{}").queue(QUEUE);
    }

    private void send(Task<String> task, String id) {
        ledger.sent(client, task, id, ledger.toRun);
    }

    void round() {
        int i = rounds++;
        send(task("plain"), "now" + i);
        send(task("plain").processIn(Duration.ofSeconds(1)), "later" + i);
        send(task("fails-once"), "fails" + i);
        send(task("plain").retention(Duration.ofSeconds(1)), "brief" + i);
        send(task("plain").group("g" + i % 3), "joins" + i);
        send(task("unique").payload("{" + i % 5 + "}").unique(Duration.ofHours(1)), "unique" + i);
        send(Task.of("mail", "{" + i + "}").queue(SHARDED), "mail" + i);
        send(Task.of("mail", "{" + i + "}").queue(SHARDED).key("customer-" + i % 7), "keyed" + i);
        send(task("plain").queue(MORTAL), "mortal" + i);
        if (i % 5 == 0) {
            send(task("plain").retention(Duration.ofHours(1)), "kept" + i);
            send(task("cancel"), "cancel" + i);
        }
        if (i % 10 == 0) {
            ledger.sent(client, task("dies").maxRetry(0), "dies" + i, ledger.toArchive);
            takeAndDie();
        }
    }

    /** Takes tasks like a worker that dies, so that their leases expire. */
    private void takeAndDie() {
        try {
            expire(QUEUE, broker.workerCommands().dequeue(QUEUE, 3).leases().stream().map(Lease::id).toList());
        } catch (BrokerException e) {
            // the slot is moving; or it took some, and nobody knows: their leases expire in time
        }
    }

    /** Makes the leases of a dead worker expire at once. */
    void expire(String queue, List<String> ids) {
        for (String id : ids) {
            ReshardLedger.persistently(() -> broker.executor().send(RedisCommand.command(Command.ZADD)
                    .key(QueueKeys.of(queue).lease()).arg("XX").arg(1).arg(id)));
        }
    }

    void close() {
        client.close();
    }

    /** The queues whose slots move. */
    static Set<String> queues() {
        return Set.of(QUEUE, MORTAL, SHARDED, SHARDED + "~1", SHARDED + "~2", "ticks", "grave", ReshardBulk.QUEUE);
    }
}
