package io.github.asynqee.internal.redis.connection;

/**
 * Checks that a thread has enough space left on its stack. A call that reaches the end of the stack between borrowing a
 * connection and returning it cannot return it. A handler may call the connector in an endless recursion.
 */
final class StackRoom {

    /**
     * Number of stack frames that the check needs: 10 to 25 kB, more than the calls from the check to the connection
     * pool.
     */
    private static final int FRAMES = 128;

    private StackRoom() {}

    /**
     * Checks the stack, which takes less than a microsecond.
     *
     * @throws StackOverflowError if there is not enough space; nothing is borrowed yet
     */
    static void require() {
        reach(FRAMES, 1, 2, 3, 4);
    }

    /** Calls itself. The numbers are used after the call, so that they stay on the stack. */
    private static long reach(int frames, long a, long b, long c, long d) {
        return frames == 0 ? a : reach(frames - 1, b, c, d, a) + a + b + c + d;
    }
}
