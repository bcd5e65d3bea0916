package io.github.asynqee.console.api;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.console.view.SearchResult;
import io.github.asynqee.console.view.TaskRow;

/** Searches over all pages. On a busy machine a page may end early because its time has run out. */
final class Searches {

    private Searches() {}

    static List<TaskRow> all(TaskResource tasks, String query) {
        List<TaskRow> found = new ArrayList<>();
        String next = null;
        do {
            SearchResult page = tasks.search(query, next, 200, null);
            found.addAll(page.items());
            next = page.next();
        } while (next != null);
        return found;
    }
}
