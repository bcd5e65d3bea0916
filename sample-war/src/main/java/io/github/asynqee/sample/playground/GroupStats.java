package io.github.asynqee.sample.playground;

import static io.github.asynqee.sample.api.Builders.JSON;

import java.util.ArrayList;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;

/** Remembers the calls of the {@linkplain GroupHandlers handlers of groups}. */
@ApplicationScoped
public class GroupStats {

    private final List<Call> calls = new ArrayList<>();

    private record Call(String group, int size, boolean failed) {}

    synchronized void called(String group, int size, boolean failed) {
        calls.add(new Call(group, size, failed));
    }

    synchronized void reset() {
        calls.clear();
    }

    synchronized JsonArray toJson() {
        JsonArrayBuilder json = JSON.createArrayBuilder();
        calls.forEach(call -> json.add(JSON.createObjectBuilder().add("group", call.group()).add("size", call.size())
                .add("failed", call.failed())));
        return json.build();
    }
}
