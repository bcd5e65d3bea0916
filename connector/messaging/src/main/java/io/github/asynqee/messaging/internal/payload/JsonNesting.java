package io.github.asynqee.messaging.internal.payload;

import java.util.Arrays;

/**
 * Checks that each array, object and string of a JSON text is closed, before JSON-B parses it. The parser of both
 * servers (Parsson) loops forever when it skips an unclosed value of a member that the class does not have. The lane
 * and a CPU core would be lost until the server is restarted.
 */
final class JsonNesting {

    private final byte[] json;
    private int[] open = new int[32];
    private int depth;

    private JsonNesting(byte[] json) {
        this.json = json;
    }

    /** @throws UnusablePayloadException if a bracket or string is not closed, or a closing bracket does not match */
    static void requireClosed(byte[] json) throws UnusablePayloadException {
        new JsonNesting(json).check();
    }

    private void check() throws UnusablePayloadException {
        for (int i = 0; i < json.length; i++) {
            switch (json[i]) {
                case '"' -> i = endOfString(i);
                case '[', '{' -> open(i);
                case ']', '}' -> close(i);
                default -> {
                    // other characters do not matter
                }
            }
        }
        if (depth > 0) {
            throw notClosed(open[depth - 1]);
        }
    }

    private int endOfString(int start) throws UnusablePayloadException {
        for (int i = start + 1; i < json.length; i++) {
            if (json[i] == '"') {
                return i;
            } else if (json[i] == '\\') {
                i++;
            }
        }
        throw notClosed(start);
    }

    private void open(int at) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
        }
        open[depth++] = at;
    }

    private void close(int at) throws UnusablePayloadException {
        // in ASCII, a closing bracket's code is 2 higher than its opening bracket's code
        if (depth == 0 || json[open[--depth]] + 2 != json[at]) {
            throw new UnusablePayloadException(
                    "it is not JSON: the " + (char) json[at] + " at byte " + at + " closes nothing", null);
        }
    }

    private UnusablePayloadException notClosed(int at) {
        return new UnusablePayloadException(
                "it is not complete JSON: the " + (char) json[at] + " at byte " + at + " is not closed", null);
    }
}
