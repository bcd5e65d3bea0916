package io.github.asynqee.cli.dash;

import java.util.function.Consumer;
import java.util.function.Function;

import io.github.asynqee.cli.dash.DashState.Mode;
import io.github.asynqee.cli.dash.Location.Tab;
import io.github.asynqee.cli.dash.text.Bars;
import io.github.asynqee.cli.dash.text.Grid.Row;
import io.github.asynqee.inspect.QueueInfo;

/** Handles keys. */
final class Keys {

    private static final int MAX_FILTER = 60;

    private final DashState state;
    private final Consumer<Action> perform;

    /** @param perform performs a confirmed action */
    Keys(DashState state, Consumer<Action> perform) {
        this.state = state;
        this.perform = perform;
    }

    /**
     * Handles a key.
     *
     * @param page the number of lines that page up and page down move
     * @return false if the user wants to quit
     */
    boolean handle(Key key, int page) {
        if (key.name() == Key.Name.QUIT) {
            return false;
        }
        state.say(null);
        switch (state.mode()) {
            case CONFIRM -> confirm(key);
            case FILTER -> filter(key);
            case HELP -> help(key, page);
            case BROWSE -> {
                return browse(key, page);
            }
        }
        return true;
    }

    private void confirm(Key key) {
        Action action = state.answer();
        if (key.character() == 'y' || key.character() == 'Y') {
            perform.accept(action);
        } else {
            state.say("Nothing was changed");
        }
    }

    private void filter(Key key) {
        String text = state.filter();
        switch (key.name()) {
            case ENTER -> state.mode(Mode.BROWSE);
            case ESCAPE -> {
                state.filter("");
                state.mode(Mode.BROWSE);
            }
            case BACKSPACE -> state.filter(text.isEmpty() ? "" : text.substring(0, text.length() - 1));
            case CHARACTER -> state.filter(text.length() < MAX_FILTER ? text + Character.toString(key.character())
                    : text);
            default -> {
                // other keys do nothing here
            }
        }
    }

    private void help(Key key, int page) {
        if (!moved(key, page)) {
            state.mode(Mode.BROWSE);
        }
    }

    private boolean moved(Key key, int page) {
        switch (key.name()) {
            case UP -> state.move(-1);
            case DOWN -> state.move(1);
            case PAGE_UP -> state.move(-page);
            case PAGE_DOWN -> state.move(page);
            case HOME -> state.move(Integer.MIN_VALUE / 2);
            case END -> state.move(Integer.MAX_VALUE / 2);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean browse(Key key, int page) {
        if (moved(key, page)) {
            return true;
        }
        switch (key.name()) {
            case LEFT -> sideways(-1);
            case RIGHT -> sideways(1);
            case ENTER -> open();
            case TAB -> tab(state.place().tab().next(1));
            case BACK_TAB -> tab(state.place().tab().next(-1));
            case ESCAPE, BACKSPACE -> {
                return back(key.name() == Key.Name.ESCAPE);
            }
            case CHARACTER -> {
                return character(key.character(), page);
            }
            default -> {
                // nothing
            }
        }
        return true;
    }

    private boolean character(int c, int page) {
        switch (c) {
            case 'q' -> {
                return back(true);
            }
            case 'j' -> moved(Key.of(Key.Name.DOWN), page);
            case 'k' -> moved(Key.of(Key.Name.UP), page);
            case 'g' -> moved(Key.of(Key.Name.HOME), page);
            case 'G' -> moved(Key.of(Key.Name.END), page);
            case 'h' -> sideways(-1);
            case 'l' -> sideways(1);
            case 'n' -> page(1);
            case 'p' -> page(-1);
            case '?' -> state.mode(Mode.HELP);
            case '/' -> {
                if (!state.place().isDetail()) {
                    state.mode(Mode.FILTER);
                }
            }
            case '1', '2', '3', '4', '5' -> tab(Tab.values()[c - '1']);
            case 'P' -> pause();
            case 'r' -> change(id -> Action.run(state.place().queue(), id));
            case 'e' -> change(id -> Action.archive(state.place().queue(), id));
            case 'd' -> change(id -> Action.delete(state.place().queue(), id));
            case 'c' -> change(Action::cancel);
            default -> {
                // nothing
            }
        }
        return true;
    }

    private void sideways(int step) {
        Location place = state.place();
        if (place.tab() == Tab.TASKS && !place.isDetail() && !place.queue().isEmpty()) {
            int index = Math.floorMod(Bars.STATES.indexOf(place.state()) + step, Bars.STATES.size());
            state.go(place.withState(Bars.STATES.get(index)));
        } else if (place.tab() == Tab.QUEUES && step > 0) {
            open();
        }
    }

    private void open() {
        Location place = state.place();
        Row row = state.selectedRow();
        if (row == null || place.isDetail()) {
            return;
        }
        if (place.tab() == Tab.QUEUES) {
            state.go(Location.tasks(row.key(), DashState.firstState(state.queue())));
        } else if (place.isListOfGroups()) {
            state.go(place.withGroup(row.key()));
        } else {
            state.go(place.withDetail(row.key()));
        }
    }

    private void tab(Tab tab) {
        if (tab == state.place().tab()) {
            return;
        }
        QueueInfo queue = state.queue();
        if (tab != Tab.TASKS) {
            state.go(Location.of(tab));
        } else if (queue != null) {
            state.go(Location.tasks(queue.queue(), DashState.firstState(queue)));
        } else if (!state.lastTasks().queue().isEmpty()) {
            state.go(state.lastTasks());
        } else {
            state.say("Select a queue first");
        }
    }

    /**
     * Goes back: from details to the list, from a list to the queues. In the list of queues returns false, so that the
     * program quits, if {@code mayQuit} is true.
     */
    private boolean back(boolean mayQuit) {
        Location place = state.place();
        if (place.isDetail()) {
            state.go(place.withDetail(null));
        } else if (!state.filter().isEmpty()) {
            state.filter("");
        } else if (place.group() != null) {
            state.go(place.withGroup(null));
        } else if (place.tab() != Tab.QUEUES) {
            state.go(Location.of(Tab.QUEUES));
        } else {
            return !mayQuit;
        }
        return true;
    }

    private void page(int step) {
        Location place = state.place();
        int page = place.page() + step;
        if (place.tab() == Tab.TASKS && !place.isDetail() && page >= 1 && page <= state.pages()) {
            state.go(place.withPage(page));
        }
    }

    private void pause() {
        QueueInfo queue = state.queue();
        if (queue != null) {
            state.ask(Action.pause(queue.queue(), queue.paused()));
        }
    }

    private void change(Function<String, Action> action) {
        String id = state.taskId();
        if (id != null) {
            state.ask(action.apply(id));
        }
    }
}
