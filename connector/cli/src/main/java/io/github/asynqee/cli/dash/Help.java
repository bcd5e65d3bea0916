package io.github.asynqee.cli.dash;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.Theme.Role;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** The help page. */
final class Help {

    private static final String[][] KEYS = { { "1 to 5, Tab", "another view; 2 shows the tasks of the selected queue" },
            { "Up, Down, k, j", "another row" }, { "PgUp, PgDn", "a page of rows" },
            { "Home, End, g, G", "the first or last row" },
            { "Left, Right, h, l", "tasks of the state before or after" },
            { "n, p", "next or previous page of tasks" }, { "Enter", "open the row" },
            { "Esc, q", "back; in the list of queues: quit" }, { "Ctrl-C", "quit" },
            { "/", "show only rows whose name contains a text" }, { "Ctrl-L", "read and draw everything again" },
            { "", "" }, { "P", "pause or unpause the queue" }, { "r", "run the task now" }, { "e", "archive the task" },
            { "d", "delete the task" }, { "c", "cancel the active task" } };

    private Help() {}

    static List<AttributedString> lines(Frame frame) {
        List<AttributedString> lines = new ArrayList<>();
        lines.add(frame.theme().text(" Keys", Role.HEADER));
        for (String[] key : KEYS) {
            lines.add(new AttributedStringBuilder().append(" ")
                    .append(frame.theme().fit(frame.theme().text(key[0], Role.KEY), 19, false)).append(key[1])
                    .toAttributedString());
        }
        lines.add(frame.theme().text(" Each change is made only after you confirm it with y.", Role.DIM));
        return lines;
    }
}
