package io.github.asynqee.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Random bytes and texts for tests, near to valid ones. Each case follows from the seed of the run and its number: {@code
 * -Dasynq.fuzz.seed} sets the seed, {@code -Dasynq.fuzz.times} multiplies the cases.
 */
public final class RandomInput {

    private static final long SEED = Long.getLong("asynq.fuzz.seed", 20_261_125);
    private static final int TIMES = Integer.getInteger("asynq.fuzz.times", 1);
    private static final int LIMIT_SECONDS = 10;
    private static final int MAX_LENGTH = 400;
    private static final List<String> PARTS = List.of("0", "-1", "2147483648", "9223372036854775807",
            "-9223372036854775808", "1e999999999", "99999999999999999999", "NaN", "0.5", " ", "\t", "\n", "\r", "\0",
            "\u001b[2J", "\"", "'", "\\", "%", "%s", "%zz", "${x}", "{", "}", "[", "]", "(", ")", "*", "?", "+", "~",
            "^", "$", "|", "/", "//", ":", ";", ",", "=", "&", "#", "@", "<", ">", "..", ".", "-", "_", "\u00e4",
            "\u202e", "\u2028", "\ufeff", "\ud83d\ude00", "\ud800", "null", "true", "{}", "[]", "PT1S", "1h", "s",
            "UTC", "a", "Z");

    private final Random random;

    private RandomInput(long seed) {
        this.random = new Random(seed);
    }

    /** What is tried with one random input. */
    @FunctionalInterface
    public interface Case {

        /**
         * Tries it.
         *
         * @param input the input
         * @throws Exception if it fails
         */
        void run(RandomInput input) throws Exception;
    }

    /**
     * Tries many cases, each of which must end within ten seconds.
     *
     * @param count how many
     * @param each the case
     * @throws AssertionError if one fails; names the seed and the case
     */
    public static void cases(int count, Case each) {
        AtomicInteger current = new AtomicInteger();
        FutureTask<Void> run = new FutureTask<>(() -> {
            for (int i = 0; i < count * TIMES; i++) {
                current.set(i);
                each.run(new RandomInput(seed(i)));
            }
            return null;
        });
        Thread thread = new Thread(run, "random input");
        thread.setDaemon(true);
        thread.start();
        int before = -1;
        while (true) {
            try {
                run.get(LIMIT_SECONDS, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                if (before == current.get()) {
                    AssertionError endless = new AssertionError(name(before) + " does not end");
                    endless.setStackTrace(thread.getStackTrace());
                    throw endless;
                }
                before = current.get();
            } catch (ExecutionException e) {
                throw new AssertionError(name(current.get()) + ": " + e.getCause(), e.getCause());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /**
     * Input for a test that makes its cases itself.
     *
     * @param number tells inputs apart
     * @return the input
     */
    public static RandomInput of(int number) {
        return new RandomInput(seed(number));
    }

    /**
     * How an input is named in messages.
     *
     * @param number its number
     * @return number and seed
     */
    public static String name(int number) {
        return "case " + number + " of -Dasynq.fuzz.seed=" + SEED;
    }

    /**
     * How many cases a run has.
     *
     * @param count how many it has unless more are asked for
     * @return the number
     */
    public static int times(int count) {
        return count * TIMES;
    }

    private static long seed(int number) {
        return SEED * 1_000_003 + number * 7_919L;
    }

    /**
     * A number below a limit.
     *
     * @param limit the limit, positive
     * @return the number, from 0
     */
    public int below(int limit) {
        return random.nextInt(limit);
    }

    /**
     * One of some.
     *
     * @param all the choice
     * @param <T> their type
     * @return one of them
     */
    public <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** @return a text: one of {@link HostileData}, or some parts */
    public String text() {
        if (random.nextInt(8) == 0) {
            return oneOf(HostileData.texts());
        }
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i >= 0; i--) {
            text.append(oneOf(PARTS));
        }
        return text.toString();
    }

    /**
     * A text near to another.
     *
     * @param valid the other
     * @return the text, rarely one that has nothing of it
     */
    public String text(String valid) {
        if (random.nextInt(8) == 0) {
            return text();
        }
        StringBuilder text = new StringBuilder(valid);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), at + 1 + random.nextInt(4));
            switch (random.nextInt(4)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, oneOf(PARTS));
                case 2 -> text.replace(at, end, oneOf(PARTS));
                default -> text.insert(at, text.substring(at, end).repeat(1 + random.nextInt(MAX_LENGTH)));
            }
        }
        return text.toString();
    }

    /**
     * Bytes near to others.
     *
     * @param valid the others
     * @return the bytes, rarely some that have nothing of them
     */
    public byte[] bytes(byte[] valid) {
        if (valid.length == 0 || random.nextInt(10) == 0) {
            return random.nextBoolean() ? any() : text().getBytes(StandardCharsets.UTF_8);
        }
        byte[] bytes = valid.clone();
        for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt(256);
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                case 3 -> bytes = inserted(bytes, at, any());
                default -> bytes = inserted(bytes, at, Arrays.copyOfRange(bytes, at, bytes.length));
            }
        }
        return bytes;
    }

    private byte[] any() {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] inserted(byte[] bytes, int at, byte[] more) {
        byte[] all = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(more, 0, all, at, more.length);
        System.arraycopy(bytes, at, all, at + more.length, bytes.length - at);
        return all;
    }
}
