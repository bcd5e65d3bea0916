package io.github.asynqee.cli.dash.text;

import io.github.asynqee.TaskState;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/**
 * Styles and characters. Without colours, letters distinguish states, and the selection is shown inverse.
 *
 * @param colours whether to use colours
 * @param unicode whether the terminal supports more than ASCII
 */
public record Theme(boolean colours, boolean unicode) {

    /** Purpose of a text, which determines its style. */
    public enum Role {
        NORMAL, TITLE, TAB, SELECTED, HEADER, DIM, GOOD, WARNING, BAD, ALARM, KEY
    }

    public AttributedStyle style(Role role) {
        AttributedStyle plain = AttributedStyle.DEFAULT;
        return switch (role) {
            case NORMAL, TAB -> plain;
            case TITLE, KEY -> plain.bold();
            case SELECTED -> plain.inverse();
            case HEADER -> colours ? plain.bold().foreground(AttributedStyle.CYAN) : plain.bold();
            case DIM -> colours ? plain.foreground(AttributedStyle.BRIGHT | AttributedStyle.BLACK) : plain;
            case GOOD -> coloured(AttributedStyle.GREEN);
            case WARNING -> coloured(AttributedStyle.YELLOW);
            case BAD -> coloured(AttributedStyle.RED);
            case ALARM -> colours
                    ? plain.bold().foreground(AttributedStyle.WHITE).background(AttributedStyle.RED)
                    : plain.bold().inverse();
        };
    }

    public AttributedStyle style(TaskState state) {
        return coloured(switch (state) {
            case ACTIVE -> AttributedStyle.GREEN;
            case PENDING -> AttributedStyle.BLUE;
            case AGGREGATING -> AttributedStyle.CYAN;
            case SCHEDULED -> AttributedStyle.YELLOW;
            case RETRY -> AttributedStyle.MAGENTA;
            case ARCHIVED -> AttributedStyle.RED;
            case COMPLETED -> AttributedStyle.WHITE;
        });
    }

    private AttributedStyle coloured(int colour) {
        return colours ? AttributedStyle.DEFAULT.foreground(colour) : AttributedStyle.DEFAULT;
    }

    /** The character for a cell of a bar: a block, or the letter of the state without colours. */
    public char block(TaskState state) {
        if (colours) {
            return unicode ? '\u2588' : '#';
        }
        return state == TaskState.AGGREGATING ? 'G' : state.name().charAt(state == TaskState.ARCHIVED ? 5 : 0);
    }

    public String rule(int width) {
        return (unicode ? "\u2501" : "-").repeat(Math.max(0, width));
    }

    public String ellipsis() {
        return unicode ? "\u2026" : "~";
    }

    public String dot() {
        return unicode ? "\u25cf" : "*";
    }

    public AttributedString text(String text, Role role) {
        return new AttributedString(SafeText.of(text, unicode), style(role));
    }

    public AttributedString text(String text, AttributedStyle style) {
        return new AttributedString(SafeText.of(text, unicode), style);
    }

    /** Fits a text to exactly {@code width} columns: cuts it with an ellipsis or pads it with spaces. */
    public AttributedString fit(AttributedString text, int width, boolean right) {
        int length = SafeText.width(text);
        if (length <= width) {
            AttributedString spaces = new AttributedString(" ".repeat(width - length));
            return right ? AttributedString.join(AttributedString.EMPTY, spaces, text)
                    : AttributedString.join(AttributedString.EMPTY, text, spaces);
        }
        int end = 0;
        int columns = 0;
        while (end < text.length()) {
            int c = text.codePointAt(end);
            int next = columns + SafeText.width(Character.toString(c));
            if (next > width - 1) {
                break;
            }
            columns = next;
            end += Character.charCount(c);
        }
        AttributedStyle style = text.styleAt(Math.max(0, end - 1));
        AttributedString cut = AttributedString.join(AttributedString.EMPTY, text.subSequence(0, end),
                new AttributedString(width > 0 ? ellipsis() : "", style));
        return new AttributedString(cut).columnLength() < width ? fit(cut, width, false) : cut;
    }
}
