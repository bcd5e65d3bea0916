package io.github.asynqee.internal.redis.connection;

import java.util.ArrayDeque;
import java.util.Deque;

/** Limits how many calls to one node run at a time; others wait for the end of one, in their order. */
final class NodeRoom {

    private final int limit;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
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
    synchronized boolean enter(Runnable call) {
        if (running < limit) {
            running++;
            return true;
        }
        waiting.add(call);
        return false;
    }

    /** Runs a call that has entered, then those that wait. */
    void run(Runnable first) {
        for (Runnable call = first; call != null; call = next()) {
            call.run();
        }
    }

    private synchronized Runnable next() {
        Runnable next = waiting.poll();
        if (next == null) {
            running--;
        }
        return next;
    }

    /** No thread was found for a call that has entered. */
    synchronized void failed() {
        running--;
    }

    /** Returns whether a call was still waiting; then it is never run. */
    synchronized boolean leave(Runnable call) {
        return waiting.remove(call);
    }
}
