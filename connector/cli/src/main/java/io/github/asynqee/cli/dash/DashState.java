package io.github.asynqee.cli.dash;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.asynqee.TaskState;
import io.github.asynqee.cli.dash.Location.Tab;
import io.github.asynqee.cli.dash.text.Bars;
import io.github.asynqee.cli.dash.text.Grid.Row;
import io.github.asynqee.inspect.GroupInfo;
import io.github.asynqee.inspect.QueueInfo;
import org.jspecify.annotations.Nullable;

/** The user's selection: place, row, filter and pending question. */
final class DashState {

    /** Input mode, which determines the meaning of keys. */
    enum Mode {
        BROWSE, FILTER, CONFIRM, HELP
    }

    private final boolean readOnly;
    private final Map<Location, String> selectedKeys = new HashMap<>();
    private final Map<Tab, String> filters = new EnumMap<>(Tab.class);
    private Location place = Location.of(Tab.QUEUES);
    private Location lastTasks = Location.of(Tab.TASKS);
    private Mode mode = Mode.BROWSE;
    private List<Row> rows = List.of();
    private @Nullable Data data;
    private int selected;
    private int scroll;
    private int pages = 1;
    private @Nullable String message;
    private @Nullable Action asked;

    DashState(boolean readOnly) {
        this.readOnly = readOnly;
    }

    /** Sets the data read for the place. Keeps the selected row if it still exists. */
    void show(Data newData, List<Row> allRows, int pageSize) {
        data = newData;
        String filter = filter().toLowerCase(Locale.ROOT);
        rows = allRows.stream().filter(row -> row.name().toLowerCase(Locale.ROOT).contains(filter)).toList();
        String key = selectedKeys.get(list());
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).key().equals(key)) {
                selected = i;
            }
        }
        select(selected);
        if (data instanceof Data.Tasks tasks && !place.isListOfGroups() && !place.isDetail()) {
            pages = Math.max(1, (total(tasks) + pageSize - 1) / pageSize);
            if (tasks.tasks().isEmpty() && place.page() > 1) {
                go(place.withPage(Math.min(pages, place.page() - 1)));
            }
        }
    }

    /** Number of tasks on all pages. */
    int total(Data.Tasks tasks) {
        return place.group() == null ? Bars.count(tasks.queue(), place.state())
                : tasks.groups().stream().filter(group -> group.group().equals(place.group()))
                        .mapToInt(GroupInfo::size).sum();
    }

    private Location list() {
        return place.withDetail(null);
    }

    void go(Location next) {
        if (next.tab() != place.tab() || !next.withDetail(null).equals(list())) {
            selected = 0;
            rows = List.of();
            data = null;
        }
        place = next;
        scroll = 0;
        if (next.tab() == Tab.TASKS) {
            lastTasks = next;
        }
    }

    /** The last place in the tasks view; its queue is empty if the view was never opened. */
    Location lastTasks() {
        return lastTasks;
    }

    void select(int index) {
        selected = Math.max(0, Math.min(index, rows.size() - 1));
        if (!rows.isEmpty()) {
            selectedKeys.put(list(), rows.get(selected).key());
        }
    }

    /** Scrolls the details or the help page, or selects another row. */
    void move(int step) {
        if (place.isDetail() || mode == Mode.HELP) {
            scroll = Math.max(0, scroll + step);
        } else {
            select(selected + step);
        }
    }

    void limitScroll(int most) {
        scroll = Math.max(0, Math.min(scroll, most));
    }

    @Nullable
    Row selectedRow() {
        return rows.isEmpty() ? null : rows.get(selected);
    }

    /** The selected queue, or the queue of the shown tasks; {@code null} without a queue. */
    @Nullable
    QueueInfo queue() {
        if (data instanceof Data.Tasks tasks) {
            return tasks.queue();
        }
        Row row = selectedRow();
        return data instanceof Data.Queues queues && row != null ? queues.queues().stream()
                .filter(queue -> queue.queue().equals(row.key())).findFirst().orElse(null) : null;
    }

    /** The ID of the task that is selected or shown in detail; {@code null} without a task. */
    @Nullable
    String taskId() {
        if (place.tab() != Tab.TASKS || place.isListOfGroups()) {
            return null;
        }
        Row row = selectedRow();
        return place.isDetail() ? place.detail() : row == null ? null : row.key();
    }

    /** Returns the first state with tasks, to show initially. Pass {@code null} for a queue that cannot be read. */
    static TaskState firstState(@Nullable QueueInfo queue) {
        return queue == null ? TaskState.PENDING
                : Bars.STATES.stream().filter(state -> Bars.count(queue, state) > 0).findFirst()
                        .orElse(TaskState.PENDING);
    }

    void ask(Action action) {
        if (readOnly) {
            message = "Changes are disabled by --read-only";
        } else {
            asked = action;
            mode = Mode.CONFIRM;
        }
    }

    /** Closes the question; returns its action. */
    @Nullable
    Action answer() {
        Action action = asked;
        asked = null;
        mode = Mode.BROWSE;
        return action;
    }

    void filter(String text) {
        filters.put(place.tab(), text);
    }

    String filter() {
        return filters.getOrDefault(place.tab(), "");
    }

    void say(@Nullable String text) {
        message = text;
    }

    void mode(Mode next) {
        mode = next;
        scroll = 0;
    }

    Location place() {
        return place;
    }

    Mode mode() {
        return mode;
    }

    List<Row> rows() {
        return rows;
    }

    int selected() {
        return selected;
    }

    int scroll() {
        return scroll;
    }

    int pages() {
        return pages;
    }

    @Nullable
    String message() {
        return message;
    }

    @Nullable
    Action asked() {
        return asked;
    }

    boolean isReadOnly() {
        return readOnly;
    }
}
