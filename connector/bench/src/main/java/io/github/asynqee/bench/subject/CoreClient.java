package io.github.asynqee.bench.subject;

import java.util.concurrent.Executors;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;

/** A client of the engine with its own connections. */
final class CoreClient implements AutoCloseable {

    private final RedisBroker broker;
    private final AsynqClient client;

    /** Connects to the Redis at a URL. */
    CoreClient(String redis) {
        broker = CoreWorker.connect(redis);
        client = DefaultAsynqClient.of(broker);
    }

    /** Enqueues the tasks of a command. */
    TaskProducer producer(Command command) {
        return new TaskProducer(client, client::enqueueAsync, command, Executors.defaultThreadFactory());
    }

    @Override
    public void close() {
        client.close();
        broker.close();
    }
}
