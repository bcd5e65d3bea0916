package io.github.asynqee.cli.dash;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.TaskState;
import io.github.asynqee.cli.dash.DashState.Mode;
import io.github.asynqee.cli.dash.Location.Tab;
import io.github.asynqee.cli.dash.Poller.Feed;
import io.github.asynqee.cli.dash.text.Formats;
import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.SafeText;
import io.github.asynqee.cli.dash.text.Theme;
import io.github.asynqee.cli.dash.text.Theme.Role;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** The last two lines: a question, message or position, and the available keys. */
final class StatusLine {

    private StatusLine() {}

    static AttributedString status(DashState state, Feed feed, Frame frame) {
        Theme theme = frame.theme();
        Action asked = state.asked();
        if (state.mode() == Mode.CONFIRM && asked != null) {
            return theme.fit(theme.text(" " + asked.question() + " y/n", Role.ALARM), frame.width(), false);
        }
        if (state.mode() == Mode.FILTER) {
            return new AttributedStringBuilder().append(" Filter: ", theme.style(Role.KEY))
                    .append(theme.text(state.filter(), Role.NORMAL)).append(" ", theme.style(Role.SELECTED))
                    .append("  " + state.rows().size() + " shown", theme.style(Role.DIM)).toAttributedString();
        }
        if (state.message() != null) {
            return theme.text(" " + state.message(), Role.WARNING);
        }
        return theme.text(" " + position(state, feed), Role.DIM);
    }

    private static String position(DashState state, Feed feed) {
        if (state.place().isDetail() || state.mode() == Mode.HELP || state.rows().isEmpty()) {
            return "";
        }
        String position = (state.selected() + 1) + " of " + state.rows().size();
        if (feed.loaded() != null && feed.loaded().data() instanceof Data.Tasks tasks
                && !state.place().isListOfGroups()) {
            position += ", page " + state.place().page() + " of " + state.pages() + ", "
                    + Formats.number(state.total(tasks)) + " tasks";
        }
        return state.filter().isEmpty() ? position
                : position + ", filter \"" + state.filter() + "\""
                        + (state.place().tab() == Tab.TASKS ? " on this page" : "");
    }

    static AttributedString keys(DashState state, Frame frame) {
        AttributedStringBuilder line = new AttributedStringBuilder();
        for (String[] key : keys(state)) {
            AttributedString next = new AttributedStringBuilder().append(" ")
                    .append(key[0], frame.theme().style(Role.KEY))
                    .append(" " + key[1] + " ", frame.theme().style(Role.DIM)).toAttributedString();
            if (SafeText.width(line) + SafeText.width(next) < frame.width()) {
                line.append(next);
            }
        }
        return line.toAttributedString();
    }

    private static List<String[]> keys(DashState state) {
        List<String[]> keys = new ArrayList<>();
        switch (state.mode()) {
            case CONFIRM -> add(keys, "y", "yes", "any other key", "no");
            case FILTER -> add(keys, "Enter", "keep", "Esc", "clear");
            case HELP -> add(keys, "Esc", "close");
            case BROWSE -> browse(state, keys);
        }
        return keys;
    }

    private static void browse(DashState state, List<String[]> keys) {
        Location place = state.place();
        boolean tasks = place.tab() == Tab.TASKS;
        add(keys, "q", place.tab() == Tab.QUEUES && !place.isDetail() ? "quit" : "back", "?", "help");
        if (!place.isDetail()) {
            add(keys, "Enter", "open");
            if (tasks) {
                add(keys, "h/l", "state");
            }
            if (tasks && state.pages() > 1) {
                add(keys, "n/p", "page");
            }
            add(keys, "/", "filter");
        }
        if (state.isReadOnly()) {
            return;
        }
        if (place.tab() == Tab.QUEUES || place.isListOfGroups()) {
            add(keys, "P", "pause");
        }
        if (tasks && !place.isListOfGroups()) {
            if (place.state() == TaskState.ACTIVE) {
                add(keys, "c", "cancel");
            } else {
                add(keys, "r", "run", "e", "archive", "d", "delete");
            }
        }
    }

    private static void add(List<String[]> keys, String... namesAndTexts) {
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            keys.add(new String[]{ namesAndTexts[i], namesAndTexts[i + 1] });
        }
    }
}
