package io.github.asynqee.cli.dash.text;

import java.time.Instant;
import java.time.ZoneId;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import io.github.asynqee.internal.inspect.payload.ReadPayload;

/**
 * For what something is rendered.
 *
 * @param width columns
 * @param height rows of the body, without title, status and keys
 * @param now the time
 * @param zone the zone in which times are shown
 * @param theme styles and characters
 * @param payloads restores payloads that are compressed or encrypted
 */
public record Frame(int width, int height, Instant now, ZoneId zone, Theme theme,
        PayloadReader payloads) {

    /** From this width on there is room for more columns. */
    private static final int WIDE = 120;

    /** The payload of a task as text, or what is known of it. */
    public String payload(TaskInfo task) {
        ReadPayload payload = payloads.read(task);
        return payload.bytes() == null ? payload.description() : Formats.payload(payload.bytes());
    }

    public boolean isWide() {
        return width >= WIDE;
    }
}
