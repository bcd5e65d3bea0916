package io.github.asynqee.console.live;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;

import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.json.Json;

/** A viewer who may see only some queues. Events unknown to this class are not sent. */
public final class ScopedSubscriber implements Subscriber {

    private final Subscriber viewer;
    private final Monitor monitor;
    private final QueueScope scope;

    /**
     * Creates the viewer.
     *
     * @param viewer gets the filtered events
     * @param monitor the monitor of the scope
     * @param scope the queues
     */
    public ScopedSubscriber(Subscriber viewer, Monitor monitor, QueueScope scope) {
        this.viewer = viewer;
        this.monitor = monitor;
        this.scope = scope;
    }

    @Override
    public boolean send(String name, String json) {
        if (name == null || name.equals("stale")) {
            return viewer.send(name, json);
        }
        String seen = switch (name) {
            case "overview" -> overview();
            case "queues" -> queues(read(json));
            case "jobs" -> jobs(read(json));
            default -> null;
        };
        return seen == null || viewer.send(name, seen);
    }

    private String overview() {
        Overview last = monitor.last(false);
        return last == null ? null : Json.text(last, scope::contains);
    }

    private String queues(JsonObject event) {
        List<JsonObject> items = items(event).stream().filter(row -> scope.contains(row.getString("name"))).toList();
        List<String> removed = event.getJsonArray("removed").getValuesAs(JsonString::getString).stream()
                .filter(scope::contains).toList();
        return items.isEmpty() && removed.isEmpty() ? null : Json.text(Map.of("items", items, "removed", removed));
    }

    private String jobs(JsonObject event) {
        List<JsonObject> items = items(event).stream().filter(job -> scope.equals(scopeOf(job))).toList();
        return items.isEmpty() ? null : Json.text(Map.of("items", items));
    }

    private static QueueScope scopeOf(JsonObject job) {
        JsonArray queues = job.getJsonArray("queues");
        return queues == null ? QueueScope.ALL : new QueueScope(queues.getValuesAs(JsonString::getString));
    }

    private static List<JsonObject> items(JsonObject event) {
        List<JsonObject> items = new ArrayList<>();
        for (JsonValue item : event.getJsonArray("items")) {
            items.add(item.asJsonObject());
        }
        return items;
    }

    private static JsonObject read(String json) {
        try (JsonReader reader = JsonProvider.provider().createReader(new StringReader(json))) {
            return reader.readObject();
        }
    }

    @Override
    public void end() {
        viewer.end();
    }
}
