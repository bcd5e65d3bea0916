package io.github.asynqee.worker;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.broker.Broker;
import io.github.asynqee.broker.DequeuedTasks;
import io.github.asynqee.broker.Lease;
import io.github.asynqee.broker.NewLeases;
import io.github.asynqee.broker.SettleResult;
import io.github.asynqee.broker.Working;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.service.TaskEvents;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From the fetched task through dispatcher, lane and completer until its outcome is written, with a Redis that answers at
 * once and handlers that do nothing on the dispatcher's thread; the time of one task out of many.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CompleterBenchmark {

    private static final int TASKS = 512;
    private static final SettleResult SETTLED = new SettleResult.Settled();

    private final List<Lease> leases = NewLeases.of(TASKS);
    private final DequeuedTasks fetched = new DequeuedTasks(leases, List.of(), List.of(), false);
    private volatile CountDownLatch unwritten;
    private Completer completer;
    private TaskDispatcher dispatcher;
    private Thread completing;

    /** Starts the completer. */
    @Setup
    public void setUp() {
        Working working = proxy(Working.class, (self, method, arguments) -> settled((List<?>) arguments[0]));
        Broker broker = proxy(Broker.class,
                (self, method, arguments) -> method.getName().equals("clock") ? Clock.systemUTC() : working);
        TaskEvents events = new TaskEvents(TaskListener.NONE, broker.clock());
        Channel channel = new Channel(new ChannelConfig("bench", Map.of(NewLeases.QUEUE, 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ZERO))));
        Router router = new Router(List.of(channel));
        completer = new Completer(working, broker.clock(), events);
        dispatcher = new TaskDispatcher(broker, WorkerConfig.builder().build(), router, new InFlight(), completer,
                new DeadLetterOffice(router), events);
        HandlerLane.open(channel, TASKS,
                delivery -> delivery.settled().whenComplete((written, error) -> unwritten.countDown()), Runnable::run);
        completing = new Thread(completer);
        completing.start();
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{ type }, handler));
    }

    private static List<SettleResult> settled(List<?> settlements) {
        return Collections.nCopies(settlements.size(), SETTLED);
    }

    /**
     * Lets all tasks succeed.
     *
     * @throws InterruptedException never
     */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public void succeed() throws InterruptedException {
        unwritten = new CountDownLatch(TASKS);
        dispatcher.dispatch(NewLeases.QUEUE, fetched);
        unwritten.await();
    }

    /**
     * Ends the completer.
     *
     * @throws InterruptedException never
     */
    @TearDown
    public void tearDown() throws InterruptedException {
        completer.stop();
        completing.join();
    }
}
