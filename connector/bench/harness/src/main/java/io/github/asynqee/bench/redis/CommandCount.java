package io.github.asynqee.bench.redis;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * How many commands clients have sent, read from the bytes they send: what Redis itself counts has those inside scripts in
 * it. A script is one command here.
 */
public final class CommandCount implements Supplier<Consumer<byte[]>> {

    private final AtomicLong commands = new AtomicLong();

    /** @return the commands of all connections so far */
    public long commands() {
        return commands.get();
    }

    /** @return reads the bytes of one more connection */
    @Override
    public Consumer<byte[]> get() {
        return new Reader();
    }

    /** Arrays of strings with their lengths before them, as all clients send. */
    private final class Reader implements Consumer<byte[]> {

        private static final int LINE_END_BYTES = 2;

        private boolean inLine;
        private boolean ofLength;
        private int length;
        private int skip;

        @Override
        public void accept(byte[] bytes) {
            for (int i = 0; i < bytes.length; i++) {
                if (skip > 0) {
                    int rest = Math.min(skip, bytes.length - i);
                    skip -= rest;
                    i += rest - 1;
                } else {
                    read((char) bytes[i]);
                }
            }
        }

        private void read(char next) {
            if (!inLine) {
                inLine = true;
                ofLength = next == '$';
                length = 0;
                if (next == '*') {
                    commands.incrementAndGet();
                }
            } else if (Character.isDigit(next)) {
                length = length * 10 + next - '0';
            } else if (next == '\n') {
                inLine = false;
                skip = ofLength ? length + LINE_END_BYTES : 0;
            }
        }
    }
}
