package io.github.asynqee.internal.text;

import java.util.Locale;
import java.util.stream.Collectors;

/** Texts from outside, such as types and errors of tasks, for one line of a log, a table or a terminal. */
public final class PrintableText {

    private PrintableText() {}

    /**
     * Escapes line breaks, other control characters, and invisible characters that change how text is displayed.
     *
     * @param text the text
     * @return the text, with each of these characters as a backslash, u and its number
     */
    public static String of(String text) {
        return text.codePoints().allMatch(c -> !isHidden(c)) ? text
                : text.codePoints().mapToObj(
                        c -> isHidden(c) ? String.format(Locale.ROOT, "\\u%04x", c) : Character.toString(c))
                        .collect(Collectors.joining());
    }

    private static boolean isHidden(int c) {
        int type = Character.getType(c);
        return Character.isISOControl(c) || type == Character.FORMAT || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
