package io.github.asynqee.sample.playground;

import static io.github.asynqee.sample.api.Builders.JSON;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;

import io.github.asynqee.EnqueueResult;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.sample.api.Problem;
import io.github.asynqee.sample.api.TaskJson;

/** One of many requested tasks, or the problem if the request is invalid. */
record BulkItem(Task<byte[]> task, Problem problem) {

    static BulkItem read(JsonValue json) {
        try {
            return new BulkItem(TaskRequest.read(json), null);
        } catch (InvalidTaskException e) {
            return new BulkItem(null, Problem.of(e));
        }
    }

    boolean isTask() {
        return task != null;
    }

    JsonObject answer() {
        return answer(problem);
    }

    static JsonObject answer(EnqueueResult result) {
        return result.isStored()
                ? JSON.createObjectBuilder().add("status", 201).add("task", TaskJson.of(result.info())).build()
                : answer(Problem.of(result.error()));
    }

    private static JsonObject answer(Problem problem) {
        return problem.toJson().add("status", problem.status()).build();
    }
}
