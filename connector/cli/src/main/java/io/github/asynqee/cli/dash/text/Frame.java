package io.github.asynqee.cli.dash.text;

import java.time.Instant;
import java.time.ZoneId;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import io.github.asynqee.internal.inspect.payload.ReadPayload;

/**
 * The environment for rendering.
 *
 * @param width columns
 * @param height rows of the body, without title, status and keys
 * @param now the current time
 * @param zone the time zone for output
 * @param theme styles and characters
 * @param payloads decodes compressed or encrypted payloads
 */
public record Frame(int width, int height, Instant now, ZoneId zone, Theme theme,
        PayloadReader payloads) {

    /** Minimum width to show additional columns. */
    private static final int WIDE = 120;

    /** Returns the payload of a task as text, or a description if it cannot be decoded. */
    public String payload(TaskInfo task) {
        ReadPayload payload = payloads.read(task);
        return payload.bytes() == null ? payload.description() : Formats.payload(payload.bytes());
    }

    public boolean isWide() {
        return width >= WIDE;
    }
}
