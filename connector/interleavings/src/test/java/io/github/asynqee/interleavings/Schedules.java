package io.github.asynqee.interleavings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import kotlin.Unit;
import org.pastalab.fray.core.TestRunner;
import org.pastalab.fray.core.command.Configuration;
import org.pastalab.fray.core.command.ExecutionInfo;
import org.pastalab.fray.core.command.LambdaExecutor;
import org.pastalab.fray.core.command.NetworkDelegateType;
import org.pastalab.fray.core.command.SystemTimeDelegateType;
import org.pastalab.fray.core.randomness.ControlledRandom;
import org.pastalab.fray.core.randomness.RandomnessProvider;
import org.pastalab.fray.core.scheduler.POSScheduler;

/**
 * Runs a test under many schedules of its threads, which a seed decides. A thread is switched at each lock, atomic or
 * volatile access, wait and start; a timed wait may end early; the clock is virtual. A schedule in which all threads wait
 * fails.
 */
public final class Schedules {

    private static final int COUNT = Integer.getInteger("interleavings.schedules");
    private static final long SEED = Long.getLong("interleavings.seed");
    private static final int MAX_SECONDS = 3_600;
    private static final long TIME_STEP_NANOS = 1_000_000;

    private Schedules() {}

    /** Something that one thread does. */
    @FunctionalInterface
    public interface Step {
        void run() throws Exception;
    }

    /**
     * Runs a test under as many schedules as are configured.
     *
     * @param test makes all it uses; its threads have ended when it returns
     */
    public static void explore(Step test) {
        Random seeds = new Random(SEED);
        RandomnessProvider randomness = () -> new ControlledRandom(new ArrayList<>(), new ArrayList<>(),
                new Random(seeds.nextLong()));
        Configuration configuration = new Configuration(
                new ExecutionInfo(new LambdaExecutor(() -> run(test)), false, false, -1),
                Path.of(System.getProperty("interleavings.work")), COUNT, MAX_SECONDS,
                new POSScheduler(randomness.getRandomness()), randomness, false, false, true, false, false, false,
                NetworkDelegateType.NONE, SystemTimeDelegateType.MOCK, TIME_STEP_NANOS, true, true, false, false, false,
                false, null);
        Throwable failure = new TestRunner(configuration).run();
        System.out.println("seed " + SEED + ", schedules " + configuration.getCurrentIteration());
        if (failure != null) {
            throw new AssertionError("schedule " + configuration.getCurrentIteration()
                    + " failed; -Dinterleavings.seed=" + SEED + " repeats it: " + failure, failure);
        }
    }

    private static Unit run(Step test) {
        try {
            test.run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return Unit.INSTANCE;
    }

    /** Starts a thread. An exception that ends it fails the schedule. */
    public static Thread start(Step step) {
        Thread thread = new Thread(() -> run(step));
        thread.start();
        return thread;
    }

    /** Runs steps at the same time and waits until they end. */
    public static void together(Step... steps) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Step step : steps) {
            threads.add(start(step));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
