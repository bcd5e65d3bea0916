package io.github.asynqee.cli.dash.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.cli.dash.text.Theme.Role;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Aligns rows in columns that fit the width. Shortens columns where possible, then omits the last columns. */
public final class Grid {

    private static final int GAP = 2;

    private final List<Column> columns;
    private final List<Row> rows;
    private final Frame frame;
    private final int[] widths;

    /**
     * A row of a list.
     *
     * @param key identifies the row when the list is read again
     * @param name the text matched by the filter
     * @param cells one cell per column
     */
    public record Row(String key, String name, List<AttributedString> cells) {}

    /**
     * A column.
     *
     * @param header its heading
     * @param right whether its cells are right-aligned
     * @param minimum minimum width when shortened, 0 if it must not be shortened
     * @param coloured whether its cells keep their colours in the selected row
     */
    public record Column(String header, boolean right, int minimum, boolean coloured) {
        public static Column text(String header, int minimum) {
            return new Column(header, false, minimum, false);
        }

        public static Column number(String header) {
            return new Column(header, true, 0, false);
        }

        public static Column fixed(String header) {
            return new Column(header, false, 0, false);
        }

        public static Column bar(String header) {
            return new Column(header, false, 0, true);
        }
    }

    public Grid(List<Column> columns, List<Row> rows, Frame frame) {
        this.columns = columns;
        this.rows = rows;
        this.frame = frame;
        this.widths = widths(columns.size());
    }

    /** Returns the widths of the columns that fit. */
    private int[] widths(int count) {
        int[] found = IntStream.range(0, count).map(this::natural).toArray();
        int available = frame.width() - 2 - GAP * (count - 1);
        while (IntStream.of(found).sum() > available) {
            int widest = -1;
            for (int i = 0; i < count; i++) {
                int minimum = columns.get(i).minimum();
                if (minimum > 0 && found[i] > minimum && (widest < 0 || found[i] > found[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                return count == 1 ? found : widths(count - 1);
            }
            found[widest]--;
        }
        return found;
    }

    private int natural(int column) {
        int widest = SafeText.width(columns.get(column).header());
        for (Row row : rows) {
            widest = Math.max(widest, SafeText.width(row.cells().get(column)));
        }
        return Math.min(widest, frame.width());
    }

    public AttributedString header() {
        List<AttributedString> cells = columns.stream()
                .map(column -> frame.theme().text(column.header(), Role.HEADER)).toList();
        return line(cells, false);
    }

    /** Renders {@code count} rows, starting at {@code first}. */
    public List<AttributedString> lines(int first, int count, int selected) {
        List<AttributedString> lines = new ArrayList<>();
        for (int i = first; i < Math.min(rows.size(), first + count); i++) {
            lines.add(line(rows.get(i).cells(), i == selected));
        }
        return lines;
    }

    private AttributedString line(List<AttributedString> cells, boolean selected) {
        AttributedStyle style = frame.theme().style(selected ? Role.SELECTED : Role.NORMAL);
        AttributedStringBuilder line = new AttributedStringBuilder().append(" ", style);
        for (int i = 0; i < widths.length; i++) {
            AttributedString cell = frame.theme().fit(cells.get(i), widths[i], columns.get(i).right());
            if (selected && !columns.get(i).coloured()) {
                line.append(cell.toString(), style);
            } else {
                line.append(cell);
            }
            line.append(i < widths.length - 1 ? " ".repeat(GAP) : "", style);
        }
        return line.append(" ".repeat(Math.max(0, frame.width() - SafeText.width(line))), style).toAttributedString();
    }
}
