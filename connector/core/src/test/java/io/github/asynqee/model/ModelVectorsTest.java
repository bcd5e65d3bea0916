package io.github.asynqee.model;

import static io.github.asynqee.model.RecordedSpace.raw;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.InvalidProtocolBufferException;
import io.github.asynqee.model.GoWorking.Dequeued;
import io.github.asynqee.protocol.wire.TaskMessage;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.vectors.Vectors;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The model does exactly what the Go library was recorded doing, without any exception. */
class ModelVectorsTest {

    private static final String QUEUE = "default";
    private static final String SET = "asynq:{default}:g:g1:SETID";
    private static final String T1 = "asynq:{default}:t:t1";

    private AsynqModel model;
    private JsonNode vector;

    static Stream<Named<JsonNode>> recorded() {
        return Vectors.named("state_vectors", "name");
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void the_model_reaches_the_recorded_key_space_with_the_recorded_reply(JsonNode recorded) throws Exception {
        vector = recorded;
        model = new AsynqModel(
                ManualClock.startingAt(Instant.ofEpochSecond(0, vector.get("clock_unix_nano").asLong())));
        RecordedSpace.load(vector.get("before"), model.space, model.clock);
        Space after = new Space();
        RecordedSpace.load(vector.get("after"), after, model.clock);

        String outcome = run(vector.get("name").asText());

        assertThat(after.differences(model.space, 0)).isEmpty();
        assertThat(outcome).isEqualTo(recordedOutcome());
    }

    private String recordedOutcome() {
        JsonNode result = vector.path("go_result");
        String error = vector.path("go_error").asText("");
        if (error.contains("redis eval error")) {
            return error.replaceFirst(".*: ", "");
        }
        return vector.path("go_error").isNull() && !result.isMissingNode() && !result.isNull() ? result.toString()
                : error;
    }

    private String run(String name) throws InvalidProtocolBufferException {
        return switch (name) {
            case "enqueue", "enqueue_conflict", "enqueue_second" -> reply(model.producing.enqueue(message(0)));
            case "enqueue_unique", "enqueue_unique_duplicate", "enqueue_unique_id_conflict_leaks_lock" ->
                reply(model.producing.enqueueUnique(message(2), number(1)));
            case "schedule" -> reply(model.producing.schedule(message(0), number(1)));
            case "schedule_unique" -> reply(model.producing.scheduleUnique(message(3), number(1), number(2)));
            case "add_to_group" -> reply(model.producing.addToGroup(message(0)));
            case "add_to_group_unique" -> reply(model.producing.addToGroupUnique(message(0), number(4)));
            case "dequeue", "dequeue_paused", "dequeue_empty", "dequeue_missing_hash" -> dequeue();
            case "done", "done_again_not_found", "done_unique", "done_unique_lock_owned_by_other" ->
                reply(model.working.done(taken()));
            case "mark_as_complete", "mark_as_complete_unique" -> reply(model.working.complete(taken()));
            case "requeue" -> reply(model.working.requeue(taken()));
            case "retry_failure", "retry_not_failure" -> reply(model.working.retry(taken(), number(2),
                    message(1).getErrorMsg(), argument(4).asText().equals("1")));
            case "archive", "archive_keeps_unique_lock" ->
                reply(model.working.archive(taken(), message(1).getErrorMsg()));
            case "extend_lease" -> {
                model.working.extend(QUEUE, "t1");
                model.working.extend(QUEUE, "ghost");
                yield Long.toString(model.working.leaseExpiry());
            }
            case "write_result" -> {
                byte[] result = Vectors.bytes(command(0).get(3));
                model.working.writeResult(QUEUE, "t1", result);
                yield Integer.toString(result.length);
            }
            default -> runService(name);
        };
    }

    private String runService(String name) {
        switch (name) {
            case "forward_scheduled", "forward_scheduled_with_group_is_not_aggregated",
                    "forward_retry_with_group_field" -> {
                Names names = Names.of(QUEUE);
                assertThat(forwarded(names.scheduled()) + forwarded(names.retry())).isEqualTo(1);
            }
            case "delete_expired_completed" -> {
                assertThat(model.maintenance.deleteExpiredCompleted(QUEUE, (int) number(2))).isEqualTo(1);
                assertThat(model.maintenance.deleteExpiredCompleted(QUEUE, (int) number(2))).isZero();
            }
            case "list_lease_expired" -> {
                return ids(model.maintenance.expiredLeases(QUEUE, number(0)));
            }
            case "aggregation_check_not_yet", "aggregation_check_max_size", "aggregation_check_max_size_exact",
                    "aggregation_check_grace", "aggregation_check_max_delay" -> {
                boolean staged = model.groups.stage(QUEUE, "g1", SET, (int) number(0), number(1), number(2));
                return staged ? "\"SETID\"" : "\"\"";
            }
            case "read_aggregation_set" -> {
                long deadline = model.groups.deadline(QUEUE, SET).longValue();
                return "{\"deadline_unix\":%d,\"ids\":%s}".formatted(deadline, ids(model.groups.read(QUEUE, SET)));
            }
            case "delete_aggregation_set" -> model.groups.delete(QUEUE, SET);
            case "reclaim_stale_aggregation_set" -> assertThat(model.groups.reclaim(QUEUE)).containsExactly(SET);
            default -> runRegistry(name);
        }
        return "";
    }

    private void runRegistry(String name) {
        String process = "host-1:4242:SID";
        switch (name) {
            case "write_server_state" -> {
                Map<String, String> workers = new LinkedHashMap<>(Map.of(raw(argument(2)), raw(argument(3))));
                model.registries.writeServer(process, raw(argument(1)), workers, number(0));
            }
            case "clear_server_state" -> model.registries.clearServer(process);
            case "write_scheduler_entries" ->
                model.registries.writeEntries(process, List.of(raw(argument(1)), raw(argument(2))), number(0));
            case "clear_scheduler_entries" -> model.registries.clearEntries(process);
            case "record_scheduler_enqueue_event" -> model.registries.record("e1", raw(argument(1)), number(0));
            case "publish_cancelation" -> assertThat(command(0)).hasSize(3);
            default -> throw new AssertionError("nobody knows how to replay " + name);
        }
    }

    private String dequeue() throws InvalidProtocolBufferException {
        Dequeued task = model.working.dequeue(QUEUE);
        return task == null || task.message() == null ? "NOT_FOUND: no tasks are ready for processing"
                : "{\"id\":\"%s\",\"lease_expires_unix\":%d}".formatted(
                        TaskMessage.parseFrom(Raw.bytes(task.message())).getId(), model.working.leaseExpiry());
    }

    private int forwarded(String from) {
        int all = 0;
        int some;
        do {
            some = model.maintenance.forward(Names.of(QUEUE), from).size();
            all += some;
        } while (some > 0);
        return all;
    }

    private static String reply(GoProducing.Reply reply) {
        return switch (reply) {
            case STORED -> "";
            case ID_CONFLICT -> "ALREADY_EXISTS: task id conflicts with another task";
            case DUPLICATE -> "ALREADY_EXISTS: task already exists";
        };
    }

    private static String reply(GoWorking.Reply reply) {
        return reply == GoWorking.Reply.OK ? "" : reply.name().replace('_', ' ');
    }

    private static String ids(List<String> messages) {
        List<String> ids = new ArrayList<>();
        for (String message : messages) {
            try {
                ids.add('"' + TaskMessage.parseFrom(Raw.bytes(message)).getId() + '"');
            } catch (InvalidProtocolBufferException e) {
                throw new AssertionError(e);
            }
        }
        return "[" + String.join(",", ids) + "]";
    }

    // ---- what was recorded

    /** The message a worker got when it took the task. */
    private TaskMessage taken() throws InvalidProtocolBufferException {
        String stored = model.space.hget(T1, "msg");
        return stored == null ? TaskMessage.newBuilder().setId("t1").setQueue(QUEUE).build()
                : TaskMessage.parseFrom(Raw.bytes(stored));
    }

    private JsonNode argument(int index) {
        for (JsonNode call : vector.get("calls")) {
            if (call.path("script").asBoolean()) {
                return call.get("argv").get(index);
            }
        }
        throw new AssertionError("no script was called");
    }

    private JsonNode command(int index) {
        return vector.get("calls").get(index).get("command");
    }

    private long number(int argument) {
        return argument(argument).asLong();
    }

    private TaskMessage message(int argument) throws InvalidProtocolBufferException {
        return TaskMessage.parseFrom(Vectors.bytes(argument(argument)));
    }
}
