package io.github.asynqee.console.redis;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/** One Redis of the console. Connects at first use. */
public final class ConsoleRedis implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(4);

    /** How long internal commands wait for a slot that is moving. */
    private static final Duration SLOT_WAIT = Duration.ofSeconds(3);

    private final String name;
    private final RedisBroker broker;
    private final Inspector inspector;
    private final AsynqClient client;
    private final CallPool calls;
    private final QueueScope scope;

    /**
     * Creates the access to a Redis.
     *
     * @param name its name in the API
     * @param url its URL
     * @param threads makes the threads of its calls
     * @throws IllegalArgumentException if the URL is invalid
     */
    public ConsoleRedis(String name, String url, ThreadFactory threads) {
        this.name = name;
        this.broker = RedisBroker.connect(RedisConfig.of(url));
        this.inspector = new RedisInspector(broker, broker.executor(), () -> {}).logical();
        this.client = DefaultAsynqClient.builder(broker).encoder(PayloadEncoder.bytesAndText()).shardsOnRecord()
                .build();
        this.calls = new CallPool(threads, LIMIT);
        this.scope = QueueScope.ALL;
    }

    private ConsoleRedis(ConsoleRedis all, QueueScope scope) {
        this.name = all.name;
        this.broker = all.broker;
        this.inspector = all.inspector.within(scope::contains);
        this.client = all.client;
        this.calls = all.calls;
        this.scope = scope;
    }

    /** Returns the same Redis restricted to the queues of a scope. */
    public ConsoleRedis within(QueueScope some) {
        return some.isAll() ? this : new ConsoleRedis(this, some);
    }

    /** The queues that can be seen. */
    public QueueScope scope() {
        return scope;
    }

    public String name() {
        return name;
    }

    /**
     * Calls the inspector, for at most 4 seconds.
     *
     * @param call reads or changes something
     * @return its result
     * @throws io.github.asynqee.console.problem.ProblemException with status 503 if the result is late
     */
    public <T> T ask(Function<Inspector, T> call) {
        return limited(() -> call.apply(inspector));
    }

    /** Like {@link #ask}, for calls without a result. */
    public void change(Consumer<Inspector> call) {
        limited(() -> {
            call.accept(inspector);
            return null;
        });
    }

    /** Runs any call to this Redis with the limit of {@link #ask}. */
    public <T> T limited(Callable<T> call) {
        return calls.call(call);
    }

    /** Runs any call to this Redis with another limit. */
    public <T> T limited(Duration limit, Callable<T> call) {
        return calls.call(limit, call);
    }

    /**
     * Runs an internal call for a request, with the time limit of {@link #ask}, but not subject to the limit per user.
     */
    public <T> T own(Callable<T> call) {
        return calls.own(call);
    }

    /** Whether Redis answers within the time limit of {@link #ask}. */
    public boolean answers() {
        try {
            own(() -> executor().send(RedisCommand.command(Command.EXISTS).key(GlobalKeys.QUEUES)));
            return true;
        } catch (ProblemException | BrokerException e) {
            return false;
        }
    }

    /** For internal threads: calls take as long as the timeouts of the connection allow. */
    public Inspector inspector() {
        return inspector;
    }

    /** For internal threads: not restricted to a scope. */
    public AsynqClient client() {
        return client;
    }

    /** Enqueues a task, if its queue can be seen. */
    public TaskInfo enqueue(Task<byte[]> task) {
        CurrentScope.require(scope, task.options().queue());
        return limited(() -> client.enqueue(task));
    }

    /** Sends commands to the keys of the console. */
    public RedisExecutor executor() {
        return broker.executor().patient(SLOT_WAIT);
    }

    /** The clock of Redis; until its time is known, the clock of this machine. */
    public Clock clock() {
        return broker.clock();
    }

    @Override
    public void close() {
        calls.close();
        client.close();
        broker.close();
    }
}
