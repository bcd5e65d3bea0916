package io.github.asynqee.internal.redis.connection;

import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.internal.feature.batch.BatchScript;
import io.github.asynqee.internal.feature.call.CallScript;
import io.github.asynqee.internal.feature.limit.LimitScript;
import io.github.asynqee.internal.feature.unique.UniqueScript;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.script.EngineScript;

/** The scripts of the engine, its features and the inspector: a new one is in each test that names this source. */
public final class AllScripts {

    public static final String SOURCE = "io.github.asynqee.internal.redis.connection.AllScripts#list";

    private AllScripts() {}

    public static List<Script> list() {
        return Stream
                .<Script[]>of(EngineScript.values(), BatchScript.values(), LimitScript.values(), UniqueScript.values(),
                        CallScript.values(),
                        InspectorScript.values())
                .flatMap(Stream::of).toList();
    }
}
