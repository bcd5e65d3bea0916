package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.vectors.Vectors;

/** Repeats the operation of a recorded state vector through a {@link Broker} and checks the result. */
final class RecordedOperation {

    private static final String QUEUE = "default";

    private final Broker broker;
    private final JsonNode vector;

    RecordedOperation(Broker broker, JsonNode vector) {
        this.broker = broker;
        this.vector = vector;
    }

    void run() throws UndecodableMessageException {
        String name = vector.get("name").asText();
        switch (name) {
            case "enqueue", "enqueue_conflict", "enqueue_second" -> store(0, new Placement.Pending(), null);
            case "enqueue_unique", "enqueue_unique_duplicate", "enqueue_unique_id_conflict_leaks_lock" ->
                store(2, new Placement.Pending(), seconds(1));
            case "schedule" -> store(0, new Placement.Scheduled(instant(1)), null);
            case "schedule_unique" -> store(3, new Placement.Scheduled(instant(2)), seconds(1));
            case "add_to_group" -> store(0, new Placement.InGroup(), null);
            case "add_to_group_unique" -> store(0, new Placement.InGroup(), seconds(4));
            case "dequeue", "dequeue_paused", "dequeue_empty", "dequeue_missing_hash" -> dequeue();
            case "done", "done_again_not_found", "done_unique", "done_unique_lock_owned_by_other" ->
                settle(stored("t1"), new Outcome.Done());
            case "mark_as_complete", "mark_as_complete_unique" -> settle(message(3), new Outcome.Done());
            case "requeue" -> settle(stored("t1"), new Outcome.Requeue());
            case "retry_failure", "retry_not_failure" -> settle(stored("t1"),
                    new Outcome.Retry(instant(2), message(1).errorMessage(), argument(4).equals("1")));
            case "archive", "archive_keeps_unique_lock" ->
                settle(stored("t1"), new Outcome.Archive(message(1).errorMessage()));
            case "extend_lease" -> extend();
            case "write_result" -> assertThat(broker.workerCommands()
                    .writeResult(new Lease(stored("t1"), lease("t1")), Vectors.bytes(command(0).get(3)))).isTrue();
            case "publish_cancelation" -> broker.workerCommands().publishCancellation("t1");
            default -> runService(name);
        }
    }

    private void runService(String name) throws UndecodableMessageException {
        switch (name) {
            case "forward_scheduled", "forward_scheduled_with_group_is_not_aggregated",
                    "forward_retry_with_group_field" -> {
                assertThat(broker.maintenanceCommands().forward(List.of(QUEUE), 1).get(0).get().due()).isEqualTo(1);
                assertThat(broker.maintenanceCommands().forward(List.of(QUEUE), 1).get(0).get().due()).isZero();
            }
            case "delete_expired_completed" -> {
                assertThat(broker.maintenanceCommands().deleteExpiredCompleted(QUEUE)).isEqualTo(1);
                assertThat(broker.maintenanceCommands().deleteExpiredCompleted(QUEUE)).isZero();
            }
            case "list_lease_expired" ->
                assertThat(broker.maintenanceCommands().expiredLeases(QUEUE, instant(0), 0).leases())
                        .extracting(Lease::id).isEqualTo(texts(vector.get("go_result")));
            case "aggregation_check_not_yet", "aggregation_check_max_size", "aggregation_check_max_size_exact",
                    "aggregation_check_grace", "aggregation_check_max_delay" ->
                stage();
            case "read_aggregation_set" -> {
                AggregationSet set = broker.groupCommands().read(QUEUE, "asynq:{default}:g:g1:SETID");
                JsonNode expected = vector.get("go_result");
                assertThat(set.messages()).extracting(TaskMessage::id).isEqualTo(texts(expected.get("ids")));
                assertThat(set.deadline().getEpochSecond()).isEqualTo(expected.get("deadline_unix").asLong());
                assertThat(set.unusable()).isEmpty();
                assertThat(set.vanished()).isEmpty();
            }
            case "reclaim_stale_aggregation_set" -> assertThat(broker.groupCommands().reclaimStale(QUEUE)).isEqualTo(1);
            case "write_server_state" -> broker.servers().write(ServerInfo.parse(bytes(1)),
                    List.of(WorkerInfo.parse(bytes(3))), seconds(0));
            case "clear_server_state" -> broker.servers().clear(new ServerInfo("host-1", 4242, "SID", 10,
                    Map.of(), false, "closed", Instant.EPOCH, 0));
            case "write_scheduler_entries" -> broker.schedulers().write("host-1:4242:SID",
                    List.of(SchedulerEntry.parse(bytes(1)), SchedulerEntry.parse(bytes(2))), seconds(0));
            case "clear_scheduler_entries" -> broker.schedulers().clear("host-1:4242:SID");
            case "record_scheduler_enqueue_event" ->
                broker.schedulers().record("e1", SchedulerEnqueueEvent.parse(bytes(1)));
            default -> throw new AssertionError("no replay is defined for " + name);
        }
    }

    private void store(int message, Placement placement, Duration lockFor) throws UndecodableMessageException {
        List<StoreResult> results = broker.producerCommands()
                .store(List.of(new NewTask(message(message), placement, lockFor)));

        assertThat(results).containsExactly(switch (goError()) {
            case "" -> new StoreResult.Stored();
            case "ALREADY_EXISTS: task already exists" -> new StoreResult.Duplicate();
            default -> new StoreResult.IdTaken();
        });
    }

    private void dequeue() {
        DequeuedTasks found = broker.workerCommands().dequeue(QUEUE, 1);

        if (goError().isEmpty()) {
            Lease lease = found.leases().get(0);
            assertThat(lease.id()).isEqualTo(vector.get("go_result").get("id").asText());
            assertThat(lease.expiresAt().getEpochSecond())
                    .isEqualTo(vector.get("go_result").get("lease_expires_unix").asLong());
        } else {
            assertThat(found.leases()).isEmpty();
        }
    }

    private void settle(TaskMessage message, Outcome outcome) {
        Lease lease = new Lease(message, lease(message.id()));

        assertThat(broker.workerCommands().write(List.of(new Settlement(lease, outcome))))
                .containsExactly(goError().isEmpty() ? new Settlement.Result.Settled() : new Settlement.Result.Lost());
    }

    private void extend() {
        Lease held = new Lease(TaskMessage.builder("t", "t1", QUEUE).build(), lease("t1"));
        Lease ghost = new Lease(TaskMessage.builder("t", "ghost", QUEUE).build(), lease("t1"));

        assertThat(broker.workerCommands().extend(List.of(held, ghost))).containsExactly(ghost);
        assertThat(held.expiresAt().getEpochSecond()).isEqualTo(vector.get("go_result").asLong());
    }

    private void stage() {
        Optional<String> set = broker.groupCommands().stage(QUEUE, "g1",
                new GroupCommands.GroupLimits(Integer.parseInt(argument(0)), seconds(1), seconds(2)));

        assertThat(set.isPresent()).isEqualTo(!vector.get("go_result").asText().isEmpty());
    }

    private String goError() {
        return vector.get("go_error").asText("");
    }

    // ---- recorded values

    private JsonNode script() {
        for (JsonNode call : vector.get("calls")) {
            if (call.path("script").asBoolean()) {
                return call;
            }
        }
        throw new AssertionError("no script was called");
    }

    private JsonNode command(int index) {
        return vector.get("calls").get(index).get("command");
    }

    private String argument(int index) {
        return script().get("argv").get(index).asText();
    }

    private byte[] bytes(int argument) {
        return Vectors.bytes(script().get("argv").get(argument));
    }

    private TaskMessage message(int argument) throws UndecodableMessageException {
        return TaskMessage.parse(bytes(argument));
    }

    private Duration seconds(int argument) {
        return Duration.ofSeconds(Long.parseLong(argument(argument)));
    }

    private Instant instant(int argument) {
        return Instant.ofEpochSecond(Long.parseLong(argument(argument)));
    }

    private JsonNode before(String key) {
        for (JsonNode entry : vector.get("before")) {
            if (entry.get("key").asText().equals(key)) {
                return entry.get("value");
            }
        }
        return null;
    }

    /** The message of the dequeued task. */
    private TaskMessage stored(String id) throws UndecodableMessageException {
        JsonNode hash = before("asynq:{default}:t:" + id);
        return hash == null ? TaskMessage.builder("email:welcome", id, QUEUE).build()
                : TaskMessage.parse(Vectors.bytes(hash.get("msg")));
    }

    private long lease(String id) {
        JsonNode leases = before("asynq:{default}:lease");
        if (leases != null) {
            for (JsonNode lease : leases) {
                if (lease.get("member").asText().equals(id)) {
                    return lease.get("score").asLong();
                }
            }
        }
        return vector.get("clock_unix").asLong() + 30;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
