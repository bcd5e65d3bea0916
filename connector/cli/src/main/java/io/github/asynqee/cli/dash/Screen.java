package io.github.asynqee.cli.dash;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.cli.dash.DashState.Mode;
import io.github.asynqee.cli.dash.Location.Tab;
import io.github.asynqee.cli.dash.Poller.Feed;
import io.github.asynqee.cli.dash.Poller.Loaded;
import io.github.asynqee.cli.dash.text.Formats;
import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.Grid;
import io.github.asynqee.cli.dash.text.Grid.Row;
import io.github.asynqee.cli.dash.text.SafeText;
import io.github.asynqee.cli.dash.text.Theme;
import io.github.asynqee.cli.dash.text.Theme.Role;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jspecify.annotations.Nullable;

/** Renders the screen: one line per terminal row, none wider than the terminal. */
final class Screen {

    /** Number of lines around the body: title, tabs, rule, status, keys. */
    static final int LINES_AROUND = 5;

    static final int MIN_WIDTH = 60;
    static final int MIN_HEIGHT = 12;

    private final String address;
    private int first;

    /** @param address the URL of Redis, without password */
    Screen(String address) {
        this.address = address;
    }

    /** Renders the screen. Also passes the rows of the shown list to the state. */
    List<AttributedString> render(DashState state, Feed feed, Frame frame) {
        int rows = frame.height() + LINES_AROUND;
        if (frame.width() < MIN_WIDTH || rows < MIN_HEIGHT) {
            return padded(List.of(frame.theme().fit(frame.theme().text("The terminal is too small: " + MIN_WIDTH + " x "
                    + MIN_HEIGHT + " is needed", Role.BAD), frame.width(), false)), rows, frame);
        }
        Data data = dataOf(state, feed);
        if (data != null && !state.place().isDetail()) {
            state.show(data, listing(state.place().tab()).rows(state.place(), data, frame),
                    pageSize(frame));
        }
        List<AttributedString> lines = new ArrayList<>();
        lines.add(title(state, feed, frame));
        lines.add(tabs(state, frame));
        lines.add(rule(feed, frame));
        lines.addAll(padded(body(state, feed, data, frame), frame.height(), frame));
        lines.add(StatusLine.status(state, feed, frame));
        lines.add(StatusLine.keys(state, frame));
        return padded(lines, rows, frame);
    }

    /** Number of tasks per page. */
    static int pageSize(Frame frame) {
        return Math.max(1, frame.height() - TasksListing.LINES_AROUND);
    }

    private static Listing listing(Tab tab) {
        return switch (tab) {
            case QUEUES -> new QueuesListing();
            case TASKS -> new TasksListing();
            case SERVERS -> new ServersListing();
            case CRON -> new CronListing();
            case FINDINGS -> new FindingsListing();
        };
    }

    private static @Nullable Data dataOf(DashState state, Feed feed) {
        Loaded loaded = feed.loaded();
        return loaded != null && loaded.place().equals(state.place()) ? loaded.data() : null;
    }

    private AttributedString title(DashState state, Feed feed, Frame frame) {
        Theme theme = frame.theme();
        AttributedStringBuilder right = new AttributedStringBuilder();
        if (state.isReadOnly()) {
            right.append("read-only  ", theme.style(Role.WARNING));
        }
        if (feed.lost() != null) {
            right.append(theme.dot() + " no connection ", theme.style(Role.BAD));
        } else if (feed.loaded() != null) {
            right.append(theme.dot(), theme.style(Role.GOOD))
                    .append(" " + Formats.time(feed.loaded().at(), frame.zone()) + " ", theme.style(Role.DIM));
        }
        int room = frame.width() - SafeText.width(right);
        AttributedString left = new AttributedStringBuilder().append(" asynq dash  ", theme.style(Role.TITLE))
                .append(theme.text(address, Role.DIM)).toAttributedString();
        return AttributedString.join(AttributedString.EMPTY, theme.fit(left, room, false),
                right.toAttributedString());
    }

    private static AttributedString tabs(DashState state, Frame frame) {
        AttributedStringBuilder line = new AttributedStringBuilder();
        for (Tab tab : Tab.values()) {
            boolean selected = tab == state.place().tab();
            line.append(" " + (tab.ordinal() + 1) + " " + tab.title() + " ",
                    frame.theme().style(selected ? Role.SELECTED : Role.TAB)).append(" ");
        }
        return line.toAttributedString();
    }

    /** A horizontal rule, or the age of the data if Redis does not answer. */
    private static AttributedString rule(Feed feed, Frame frame) {
        Theme theme = frame.theme();
        if (feed.lost() == null) {
            return theme.text(theme.rule(frame.width()), Role.DIM);
        }
        String age = feed.loaded() == null ? " Redis does not answer: "
                : " Redis does not answer, the data is "
                        + Formats.duration(Duration.between(feed.loaded().at(), frame.now())) + " old: ";
        return theme.fit(theme.text(age + feed.lost(), Role.ALARM), frame.width(), false);
    }

    private List<AttributedString> body(DashState state, Feed feed, @Nullable Data data, Frame frame) {
        if (state.mode() == Mode.HELP) {
            return scrolled(Help.lines(frame), state, frame);
        }
        if (data == null) {
            String text = feed.notice() != null && feed.loaded() != null
                    && feed.loaded().place().equals(state.place()) ? feed.notice()
                            : feed.lost() != null ? "" : "Reading" + frame.theme().ellipsis();
            return List.of(AttributedString.EMPTY, frame.theme().text("  " + text, Role.DIM));
        }
        if (state.place().isDetail()) {
            return scrolled(Details.of(state.place(), data, frame), state, frame);
        }
        return list(state, data, frame);
    }

    private static List<AttributedString> scrolled(List<AttributedString> lines, DashState state, Frame frame) {
        state.limitScroll(lines.size() - frame.height());
        return lines.subList(state.scroll(), Math.min(lines.size(), state.scroll() + frame.height()));
    }

    private List<AttributedString> list(DashState state, Data data, Frame frame) {
        Listing listing = listing(state.place().tab());
        List<AttributedString> lines = new ArrayList<>(listing.above(state.place(), data, frame));
        int room = frame.height() - lines.size() - 1;
        List<Row> rows = state.rows();
        if (rows.isEmpty()) {
            lines.add(AttributedString.EMPTY);
            lines.add(frame.theme().text("  " + (state.filter().isEmpty() ? listing.empty(state.place())
                    : "Nothing contains \"" + state.filter() + "\"."), Role.DIM));
            return lines;
        }
        List<AttributedString> below = listing.below(data, rows.get(state.selected()).key(),
                room - Math.min(rows.size(), Math.max(3, room / 2)), frame);
        room -= below.size();
        first = Math.max(state.selected() - room + 1, Math.min(first, state.selected()));
        first = Math.max(0, Math.min(first, rows.size() - room));
        Grid grid = new Grid(listing.columns(state.place(), frame), rows, frame);
        lines.add(grid.header());
        lines.addAll(grid.lines(first, room, state.selected()));
        lines.addAll(below);
        return lines;
    }

    /** Returns exactly {@code count} lines, each cut to the width. */
    private static List<AttributedString> padded(List<AttributedString> lines, int count, Frame frame) {
        List<AttributedString> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            AttributedString line = i < lines.size() ? lines.get(i) : AttributedString.EMPTY;
            all.add(SafeText.width(line) <= frame.width() ? line : frame.theme().fit(line, frame.width(), false));
        }
        return all;
    }
}
