package io.github.asynqee.bench.peers.round;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;

import io.github.asynqee.bench.peers.process.Peer;

/**
 * The result of a round.
 *
 * @param figures the figures, by name
 * @param fault why the round is void, or empty: a task was lost, handled twice, or remains in the queue
 */
record Round(Map<String, Double> figures, String fault) {

    private static final long LIMIT_MILLIS = 120_000;
    private static final long END_MILLIS = 30_000;
    private static final int PAUSE_NANOS = 20_000_000;

    /** Tasks are stored while the queue is paused, {@code single} or in {@code bulk}, and then handled. */
    static Round drained(Peer peer, String mode, int tasks) {
        peer.pause(true);
        peer.expect(tasks);
        long stored = peer.enqueueNanos(mode, tasks);
        Used before = Used.by(peer);
        peer.pause(false);
        Map<String, Long> summary = await(peer, tasks);
        Map<String, Double> figures = before.until(Used.by(peer), tasks);
        figures.put("enqueued/s", tasks * 1e9 / stored);
        if (summary.containsKey("last")) {
            figures.put("tasks/s", tasks * 1e9 / Math.max(1, summary.get("last") - summary.get("first")));
        }
        return new Round(figures, fault(tasks, summary, peer.left()));
    }

    /** Tasks are stored one by one at this rate by the application that handles them. */
    static Round atRate(Peer peer, int perSecond, int tasks) {
        return latency(peer, tasks, () -> peer.produceAtRate(perSecond, tasks));
    }

    /** Tasks are stored one by one with pauses of random lengths. */
    static Round withPauses(Peer peer, int fromMillis, int toMillis, int tasks) {
        return latency(peer, tasks, () -> peer.produceWithPauses(fromMillis, toMillis, tasks));
    }

    private static Round latency(Peer peer, int tasks, Runnable produce) {
        peer.expect(tasks);
        Used before = Used.by(peer);
        produce.run();
        Map<String, Long> summary = await(peer, tasks);
        Map<String, Double> figures = before.until(Used.by(peer), tasks);
        for (String name : new String[]{ "p50", "p99" }) {
            if (summary.containsKey(name)) {
                figures.put(name + "-ms", summary.get(name) / 1e6);
            }
        }
        return new Round(figures, fault(tasks, summary, peer.left()));
    }

    /** Waits until all tasks are handled and the queue is empty, so that a task that runs twice is counted. */
    private static Map<String, Long> await(Peer peer, int tasks) {
        peer.await(tasks, LIMIT_MILLIS);
        long end = System.nanoTime() + END_MILLIS * 1_000_000;
        while (peer.left() > 0 && System.nanoTime() < end) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return peer.await(tasks, 0);
    }

    static String fault(int tasks, Map<String, Long> summary, long left) {
        StringJoiner faults = new StringJoiner("; ");
        long lost = tasks - summary.getOrDefault("distinct", 0L);
        if (lost != 0) {
            faults.add(lost + " of " + tasks + " tasks not handled");
        }
        if (summary.getOrDefault("duplicates", 0L) != 0) {
            faults.add(summary.get("duplicates") + " handled again");
        }
        if (summary.getOrDefault("unexpected", 0L) != 0) {
            faults.add(summary.get("unexpected") + " handled that are not tasks of this round");
        }
        if (left != 0) {
            faults.add(left + " left behind");
        }
        return faults.toString();
    }

    /** Processor time of application and store up to a moment. */
    private record Used(long worker, long store) {

        static Used by(Peer peer) {
            return new Used(peer.workerNanos(), peer.storeNanos());
        }

        Map<String, Double> until(Used later, int tasks) {
            Map<String, Double> figures = new LinkedHashMap<>();
            double ofWorker = (later.worker - worker) / 1e3 / tasks;
            double ofStore = (later.store - store) / 1e3 / tasks;
            figures.put("worker-us/task", ofWorker);
            figures.put("store-us/task", ofStore);
            figures.put("cpu-us/task", ofWorker + ofStore);
            return figures;
        }
    }
}
