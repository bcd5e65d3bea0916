package io.github.asynqee.internal.redis.connection;

/**
 * Room on the stack of a thread. A call that reaches the end of the stack between borrowing a connection and returning it
 * cannot return it. A handler may call the connector in an endless recursion.
 */
final class StackRoom {

    /** They take 10 to 25 kB, more than the way from the check to the pool of connections. */
    private static final int FRAMES = 128;

    private StackRoom() {}

    /**
     * Checks the stack, which takes less than a microsecond.
     *
     * @throws StackOverflowError if there is no room; nothing is borrowed yet
     */
    static void require() {
        reach(FRAMES, 1, 2, 3, 4);
    }

    /** Its numbers are needed after the call, so that they are kept on the stack. */
    private static long reach(int frames, long a, long b, long c, long d) {
        return frames == 0 ? a : reach(frames - 1, b, c, d, a) + a + b + c + d;
    }
}
