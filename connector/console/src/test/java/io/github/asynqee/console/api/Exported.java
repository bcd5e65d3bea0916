package io.github.asynqee.console.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.view.ExportFormat;

/** Exports without a server, which the method of the API needs. */
public final class Exported {

    private Exported() {}

    /** All tasks that an instance shows. */
    public static String text(RedisConsole instance, ExportFormat format)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TaskExport(instance.redis(), instance.queries(Instant.now()).parse(""), format, instance.masking(),
                new TaskExport.Limits(1_000, Duration.ofMinutes(1)), (tasks, reason) -> {}).write(out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
