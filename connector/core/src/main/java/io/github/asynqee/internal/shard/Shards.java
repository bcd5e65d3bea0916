package io.github.asynqee.internal.shard;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The shards of a logical queue. Shard 0 is the queue of the same name, shard 1 is {@code name~1}, and so on. Tasks
 * with a key are distributed over the first {@code keyed} shards by a hash; this number stays while shards are added,
 * so that a key stays in its shard.
 *
 * @param count the number of shards, from 1 to {@link #MAX}
 * @param keyed the number of shards that hold tasks with a key, from 1 to {@code count}
 */
public record Shards(int count, int keyed) {

    /** The maximum number of shards of a queue. */
    public static final int MAX = 64;

    private static final Pattern NAME = Pattern.compile("(.+)~([1-9]\\d?)", Pattern.DOTALL);
    private static final Pattern TEXT = Pattern.compile("(\\d{1,4}) (\\d{1,4})");

    /** Checks the numbers. */
    public Shards {
        require(count);
        if (keyed < 1 || keyed > count) {
            throw new IllegalArgumentException("keyed shards must be from 1 to " + count + ": " + keyed);
        }
    }

    /**
     * Checks a number of shards.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public static int require(int count) {
        if (count < 1 || count > MAX) {
            throw new IllegalArgumentException("shards must be from 1 to " + MAX + ": " + count);
        }
        return count;
    }

    /** The name of a shard. */
    public static String name(String queue, int shard) {
        return shard == 0 ? queue : queue + "~" + shard;
    }

    /** Returns the logical queue of a shard: its name without the number. Any other name is returned unchanged. */
    public static String logical(String name) {
        Matcher shard = NAME.matcher(name);
        return shard.matches() && Integer.parseInt(shard.group(2)) < MAX ? shard.group(1) : name;
    }

    /** The names of the first shards of a queue, in order. */
    public static List<String> names(String queue, int count) {
        return IntStream.range(0, count).mapToObj(shard -> name(queue, shard)).toList();
    }

    /** The number of the shard that holds the tasks of a key: the first four bytes of its MD5 modulo {@link #keyed}. */
    public int of(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("MD5").digest(key.getBytes(StandardCharsets.UTF_8));
            return Integer.remainderUnsigned(ByteBuffer.wrap(hash).getInt(), keyed);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    /**
     * Reads the record of a queue.
     *
     * @throws IllegalArgumentException if the text is not a record
     */
    public static Shards parse(String text) {
        Matcher numbers = TEXT.matcher(text);
        if (!numbers.matches()) {
            throw new IllegalArgumentException("not a number of shards: \"" + text + "\"");
        }
        return new Shards(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)));
    }
}
