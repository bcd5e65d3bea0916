package io.github.asynqee.sample.examples.run;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;

/** Records the calls of the examples' handlers. */
@ApplicationScoped
public class ExampleLog {

    private final Map<String, List<String>> entries = new ConcurrentHashMap<>();

    public void add(String example, Object entry) {
        entries.computeIfAbsent(example, name -> new CopyOnWriteArrayList<>()).add(String.valueOf(entry));
    }

    List<String> of(String example) {
        return entries.getOrDefault(example, List.of());
    }

    void clear() {
        entries.clear();
    }
}
