package io.github.asynqee.internal.redis.connection;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Limits how many calls to one node run at a time; others wait for the end of one, in their order.
 *
 * @param <C> a call
 */
final class NodeRoom<C extends Runnable> {

    private final int limit;
    private final Deque<C> waiting = new ArrayDeque<>();
    private int running;
    private volatile long lastAnswer = System.nanoTime();

    NodeRoom(int limit) {
        this.limit = limit;
    }

    /** The node has answered a call. */
    void answered() {
        lastAnswer = System.nanoTime();
    }

    long nanosSinceAnswer() {
        return System.nanoTime() - lastAnswer;
    }

    /** Returns whether a thread is needed for a call; otherwise the call waits. */
    synchronized boolean enter(C call) {
        if (running < limit) {
            running++;
            return true;
        }
        waiting.add(call);
        return false;
    }

    /** Runs a call that has entered, then those that wait. */
    void run(C first) {
        for (C call = first; call != null; call = next()) {
            call.run();
        }
    }

    private synchronized C next() {
        C next = waiting.poll();
        if (next == null) {
            running--;
        }
        return next;
    }

    /** There is no thread for a call that has entered. Returns those that only wait for it, and that no other runs. */
    synchronized List<C> failed() {
        running--;
        List<C> stranded = running > 0 ? List.of() : List.copyOf(waiting);
        waiting.removeAll(stranded);
        return stranded;
    }

    /** Returns whether a call was still waiting; then it is never run. */
    synchronized boolean leave(C call) {
        return waiting.remove(call);
    }
}
