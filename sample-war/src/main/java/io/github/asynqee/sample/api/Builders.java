package io.github.asynqee.sample.api;

import java.util.Map;

import jakarta.json.Json;
import jakarta.json.JsonBuilderFactory;

/** Makes JSON. The factory is kept, because {@code Json.createObjectBuilder()} looks for its provider every time. */
public final class Builders {

    /** Makes objects and arrays. */
    public static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

    private Builders() {}
}
