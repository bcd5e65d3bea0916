package io.github.asynqee.cli.dash.text;

import java.util.Locale;

import org.jline.utils.WCWidth;

/**
 * Makes text of tasks safe for a terminal: all terminals agree on the width of each remaining code point. Control
 * characters, format characters (for example bidirectional overrides) and undefined characters are written as
 * {@code \u001b}. Modifiers of the preceding character are removed.
 */
public final class SafeText {

    private static final int MAX_MARKS = 2;
    private static final int FIRST_REGIONAL = 0x1F1E6;
    private static final int LAST_REGIONAL = 0x1F1FF;

    private SafeText() {}

    /**
     * @param text any text
     * @param unicode whether the terminal supports more than ASCII
     * @return the text on one line
     */
    public static String of(String text, boolean unicode) {
        StringBuilder safe = new StringBuilder(text.length());
        int marks = 0;
        for (int i = 0; i < text.length();) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            marks = isMark(c) ? marks + 1 : 0;
            if (c >= FIRST_REGIONAL && c <= LAST_REGIONAL) {
                safe.append((char) ('A' + c - FIRST_REGIONAL));
            } else if (isModifier(c) || marks > MAX_MARKS || marks > 0 && safe.isEmpty()) {
                continue;
            } else if (isPrintable(c) && (unicode || c < 0x7f)) {
                safe.appendCodePoint(c);
            } else {
                safe.append(String.format(Locale.ROOT, "\\u%04x", c));
            }
        }
        return safe.toString();
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED,
                    Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> WCWidth.wcwidth(c) > 0 || isMark(c);
        };
    }

    private static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
    }

    /** Variation selectors and skin colours of emoji. */
    private static boolean isModifier(int c) {
        return c >= 0xFE00 && c <= 0xFE0F || c >= 0xE0100 && c <= 0xE01EF || c >= 0x1F3FB && c <= 0x1F3FF;
    }

    /** Returns the number of columns of a safe text. */
    public static int width(CharSequence text) {
        return text.codePoints().map(c -> Math.max(0, WCWidth.wcwidth(c))).sum();
    }
}
