package io.github.asynqee.internal.protocol;

import java.util.regex.Pattern;

import io.github.asynqee.Task;

/** The version of a task: a header. The script that dequeues tasks reads it in the same way. */
public final class TaskVersion {

    /** The version of a task without the header. */
    public static final int NONE = 1;

    /** The version of a task whose header is not a number; no channel handles it. */
    public static final int INVALID = -1;

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    private TaskVersion() {}

    /**
     * The version of a task.
     *
     * @param message the task
     * @return its version
     */
    public static int of(TaskMessage message) {
        String text = message.headers().get(Task.VERSION_HEADER);
        return text == null ? NONE : NUMBER.matcher(text).matches() ? Integer.parseInt(text) : INVALID;
    }
}
