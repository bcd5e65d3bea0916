package io.github.asynqee.internal.engine;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.Checkpoint;
import io.github.asynqee.PayloadDecoder;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.internal.delivery.TaskCheckpoint;
import redis.clients.jedis.Jedis;

/** The program of a {@link WorkerProcess} with a long task, which writes rows and saves the last one. */
final class ExportProcess {

    /** A hash: how often each row was written. */
    static final String ROWS = "watch-rows";
    /** A list: behind which row each attempt began. */
    static final String BEGINS = "watch-begins";
    /** Exists when the task has completed. */
    static final String ENDED = "watch-ended";

    private static final long ROW_MILLIS = 5;

    private ExportProcess() {}

    /** The payload of the task is the number of rows. */
    public static void main(String[] arguments) throws Exception {
        Jedis watch = new Jedis(URI.create(arguments[0]));
        WorkerProcess.run(arguments[0], WorkerProcess.channel("export"), 1, delivery -> {
            Checkpoint<String> at = new TaskCheckpoint<>(delivery, new TaskCheckpoint.Coding(String.class,
                    PayloadEncoder.bytesAndText(), PayloadDecoder.bytesAndText()), null);
            int rows = Integer.parseInt(new String(delivery.message().payload(), StandardCharsets.UTF_8));
            int done = at.value() == null ? 0 : Integer.parseInt(at.value());
            watch.rpush(BEGINS, "" + done);
            for (int row = done + 1; row <= rows; row++) {
                TimeUnit.MILLISECONDS.sleep(ROW_MILLIS);
                watch.hincrBy(ROWS, "" + row, 1);
                at.save("" + row);
            }
            watch.set(ENDED, "");
        });
    }
}
