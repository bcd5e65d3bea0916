package io.github.asynqee.bench.peers.round;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import io.github.asynqee.bench.peers.process.Peer;
import io.github.asynqee.bench.report.Measurement;

/** The rounds of some job systems, which take turns. */
public final class Turns {

    private static final Logger LOG = System.getLogger(Turns.class.getName());
    /** Durations of the rounds that follow a warm-up round, as shares of a drain. */
    private static final double[] WARM_UPS = { 0.5, 1, 1 };
    private static final int FIRST_TASKS = 500;
    private static final int LEAST_TASKS = 1_000;
    private static final int MOST_TASKS = 400_000;
    private static final double SINGLE_SHARE = 0.5;
    private static final int RATE = 500;
    private static final int RATE_SECONDS = 4;
    private static final int IDLE_TASKS = 50;
    private static final int IDLE_FROM_MILLIS = 100;
    private static final int IDLE_TO_MILLIS = 300;
    /** Concurrency of the workloads other than drain. */
    private static final int USUAL = 10;

    private final List<Peer> peers;
    private final int rounds;
    private final double seconds;
    private final Consumer<Measurement> recorder;

    /**
     * Prepares the rounds.
     *
     * @param peers all are running at the same time
     * @param rounds the number of rounds of each setting
     * @param seconds how long a drain should take
     * @param recorder receives each round
     */
    public Turns(List<Peer> peers, int rounds, double seconds, Consumer<Measurement> recorder) {
        this.peers = peers;
        this.rounds = rounds;
        this.seconds = seconds;
        this.recorder = recorder;
    }

    /** Measures with workers of this concurrency. */
    public void measure(int concurrency) {
        List<Peer> started = new ArrayList<>();
        Map<Peer, Integer> bulk = new LinkedHashMap<>();
        for (Peer peer : peers) {
            try {
                peer.start(concurrency);
                started.add(peer);
                bulk.put(peer, warmUp(peer, "bulk"));
            } catch (RuntimeException e) {
                bulk.remove(peer);
                recorder.accept(new Measurement("drain", "concurrency=" + concurrency, peer.name(), 1, Map.of(),
                        "cannot be started: " + e.getMessage()));
            }
        }
        inTurns(bulk.keySet(), "drain", "concurrency=" + concurrency,
                (peer, round) -> Round.drained(peer, "bulk", bulk.get(peer)));
        if (concurrency == USUAL) {
            Map<Peer, Integer> single = new LinkedHashMap<>();
            bulk.keySet().forEach(peer -> single.put(peer, warmUp(peer, "single")));
            inTurns(bulk.keySet(), "one by one", "one thread",
                    (peer, round) -> Round.drained(peer, "single", single.get(peer)));
            inTurns(bulk.keySet(), "latency", RATE + " tasks/s",
                    (peer, round) -> Round.atRate(peer, RATE, RATE * RATE_SECONDS));
            inTurns(bulk.keySet(), "latency", "idle",
                    (peer, round) -> Round.withPauses(peer, IDLE_FROM_MILLIS, IDLE_TO_MILLIS, IDLE_TASKS));
        }
        started.forEach(Turns::stop);
    }

    private static void stop(Peer peer) {
        try {
            peer.stop();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "{0} cannot be stopped: {1}", peer.name(), e.getMessage());
        }
    }

    /**
     * Warms up with growing numbers of tasks; returns the number of tasks of a round with about the desired duration.
     * It uses the best rate, because in a short round a polling system may only have waited.
     */
    private int warmUp(Peer peer, String mode) {
        int tasks = FIRST_TASKS;
        double best = 0;
        for (double share : WARM_UPS) {
            Map<String, Double> figures = Round.drained(peer, mode, tasks).figures();
            best = Math.max(best, mode.equals("single") ? figures.get("enqueued/s") * SINGLE_SHARE
                    : figures.getOrDefault("tasks/s", 0.0));
            tasks = (int) Math.max(LEAST_TASKS, Math.min(MOST_TASKS, best * seconds * share));
        }
        return tasks;
    }

    private void inTurns(Iterable<Peer> all, String workload, String setting, BiFunction<Peer, Integer, Round> work) {
        for (int number = 1; number <= rounds; number++) {
            for (Peer peer : all) {
                Round round;
                try {
                    round = work.apply(peer, number);
                } catch (RuntimeException e) {
                    round = new Round(Map.of(), String.valueOf(e.getMessage()));
                }
                recorder.accept(new Measurement(workload, setting, peer.name(), number, round.figures(),
                        round.fault()));
            }
        }
    }
}
