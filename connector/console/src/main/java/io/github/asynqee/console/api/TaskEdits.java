package io.github.asynqee.console.api;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.ProcessTime;
import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.Uniqueness;
import io.github.asynqee.console.json.Body;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.inspect.TaskEdit;

/** Bodies of requests as changes to tasks. */
final class TaskEdits {

    private static final Set<String> OF_EDIT = Set.of("payload", "type", "maxRetry", "timeoutMs", "deadline",
            "retentionMs", "headers");
    private static final Set<String> OF_CLONE = with(OF_EDIT, "queue", "processAt", "uniqueMs");
    private static final Set<String> OF_TASK = with(OF_CLONE, "id", "group");

    private TaskEdits() {}

    private static Set<String> with(Set<String> names, String... more) {
        return Stream.concat(names.stream(), Stream.of(more)).collect(Collectors.toUnmodifiableSet());
    }

    static TaskEdit edit(String body) {
        TaskEdit edit = changes(Body.of(body, OF_EDIT));
        if (edit.equals(TaskEdit.NONE)) {
            throw ProblemException.badRequest("The body has no change.");
        }
        return edit;
    }

    static TaskEdit ofClone(String text) {
        Body body = Body.of(text, OF_CLONE);
        return changes(body).queue(body.text("queue")).processAt(body.time("processAt"))
                .uniqueFor(body.duration("uniqueMs"));
    }

    private static TaskEdit changes(Body body) {
        return TaskEdit.NONE.payload(body.bytes("payload")).type(body.text("type"))
                .maxRetry(body.smallNumber("maxRetry")).timeout(body.duration("timeoutMs"))
                .deadline(body.time("deadline")).retention(body.duration("retentionMs")).headers(body.texts("headers"));
    }

    static Task<byte[]> task(String text) {
        Body body = Body.of(text, OF_TASK);
        byte[] payload = body.bytes("payload");
        Map<String, String> headers = body.texts("headers");
        Instant at = body.time("processAt");
        return Task.of(body.requiredText("type"), payload == null ? new byte[0] : payload)
                .with(new TaskOptions(body.smallNumber("maxRetry"), body.requiredText("queue"), body.text("id"),
                        body.duration("timeoutMs"), body.time("deadline"), body.duration("uniqueMs"),
                        at == null ? null : new ProcessTime.At(at), body.duration("retentionMs"), body.text("group"),
                        headers == null ? new HashMap<>() : headers, Uniqueness.NONE));
    }
}
