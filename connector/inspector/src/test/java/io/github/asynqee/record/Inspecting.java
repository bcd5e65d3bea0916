package io.github.asynqee.record;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.vectors.Vectors;

/** Read operations of the inspector. */
enum Inspecting implements Operation {

    QUEUES {
        @Override
        void expectResult(Expected expected) {
            expected.answer(StreamSupport.stream(expected.step().result().spliterator(), false)
                    .map(name -> Raw.text(RecordedSpace.raw(name))).sorted().toList().toString());
        }

        @Override
        public String perform(Step step, Peer peer) {
            return peer.inspector().queues().names().toString();
        }
    },

    GROUPS {
        @Override
        void expectResult(Expected expected) {
            expected.answer(StreamSupport.stream(expected.step().result().spliterator(), false)
                    .map(group -> Raw.text(RecordedSpace.raw(group.get("group"))) + "=" + group.get("size").asInt())
                    .sorted().toList().toString());
        }

        @Override
        public String perform(Step step, Peer peer) {
            return Answers.of(() -> peer.inspector().queues().groups(step.text("queue")).stream()
                    .map(group -> group.group() + "=" + group.size()).sorted().toList());
        }
    },

    STATS {
        @Override
        public void expect(Expected expected) {
            super.expect(expected);
            Step step = expected.step();
            if (!step.failedWith("does not exist") && !expected.answer().equals(Answers.REFUSED)) {
                expectResult(expected);
            }
        }

        @Override
        void expectResult(Expected expected) {
            JsonNode recorded = expected.step().result();
            String computed = StatsOf.space(expected);
            expected.answer(computed);
            if (recorded.isMissingNode() || recorded.isNull()) {
                expected.meet(Difference.STATS_DESPITE_DAMAGE);
            } else if (!computed.equals(StatsOf.recorded(recorded))) {
                expected.meet(Difference.COUNTERS_AS_STORED);
            }
        }

        @Override
        public String perform(Step step, Peer peer) {
            return Answers.of(() -> {
                QueueInfo info = peer.inspector().queues().info(step.text("queue"));
                return StatsOf.text(info.pending(), info.active(), info.scheduled(), info.retry(), info.archived(),
                        info.completed(), info.aggregating(), info.groups(), info.paused(), info.processed(),
                        info.failed(), info.processedTotal(), info.failedTotal(), info.latency().toNanos(),
                        info.memoryUsage() > 0 ? "positive" : "zero");
            });
        }
    },

    HISTORY {
        @Override
        public void expect(Expected expected) {
            super.expect(expected);
            if (expected.step().failedWith("PANIC")) {
                expectResult(expected);
            }
        }

        @Override
        void expectResult(Expected expected) {
            Step step = expected.step();
            Names names = Names.of(step.text("queue"));
            List<String> days = new ArrayList<>();
            for (int day = 0; day < step.number("days"); day++) {
                Instant when = step.clock().minus(Duration.ofDays(day));
                days.add(StatsOf.counter(step.before().get(names.daily("processed", when))) + "/"
                        + StatsOf.counter(step.before().get(names.daily("failed", when))));
            }
            expected.answer(days.toString());
            String recorded = StreamSupport.stream(step.result().spliterator(), false)
                    .map(day -> day.get("processed").asText() + "/" + day.get("failed").asText()).toList().toString();
            if (!recorded.equals(expected.answer())) {
                expected.meet(Difference.COUNTERS_AS_STORED);
            }
        }

        @Override
        public String perform(Step step, Peer peer) {
            return Answers
                    .of(() -> peer.inspector().queues().history(step.text("queue"), (int) step.number("days")).stream()
                            .map(day -> day.processed() + "/" + day.failed()).toList());
        }
    },

    TASK {
        @Override
        void expectResult(Expected expected) {
            expected.answer(describe(expected, expected.step().result()));
        }

        @Override
        public String perform(Step step, Peer peer) {
            return Answers.of(() -> describe(peer.inspector().tasks().get(step.text("queue"), step.text("id"))));
        }
    },

    SLOT {
        @Override
        public void expect(Expected expected) {
            expected.answer(expected.step().result().asText());
            if (expected.step().failedWith("cluster support disabled")) {
                expected.meet(Difference.SLOT_IS_COMPUTED);
                expected.answer(String.valueOf(slot(expected.step().text("queue"))));
            }
        }

        /**
         * CRC16 (XMODEM) of the text between the first opening and the next closing brace, as in the cluster
         * specification.
         */
        private static int slot(String queue) {
            String key = "asynq:{" + queue + "}:pending";
            int end = key.indexOf('}');
            String tag = end == key.indexOf('{') + 1 ? key : key.substring(key.indexOf('{') + 1, end);
            int crc = 0;
            for (byte b : tag.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
                crc ^= (b & 0xff) << 8;
                for (int bit = 0; bit < 8; bit++) {
                    crc = (crc & 0x8000) != 0 ? crc << 1 ^ 0x1021 : crc << 1;
                }
                crc &= 0xffff;
            }
            return crc % 16_384;
        }

        @Override
        void expectResult(Expected expected) {
            throw new AssertionError("not called");
        }

        @Override
        public String perform(Step step, Peer peer) {
            return Answers.of(() -> peer.inspector().shards().clusterSlot(step.text("queue")));
        }
    };

    static final Map<String, Operation> ALL = new HashMap<>(Map.of("AllQueues", QUEUES, "GroupStats", GROUPS,
            "CurrentStats", STATS, "HistoricalStats", HISTORY, "GetTaskInfo", TASK, "ClusterKeySlot", SLOT));

    static {
        ALL.put("ListPending", new Listing(TaskState.PENDING));
        ALL.put("ListActive", new Listing(TaskState.ACTIVE));
        ALL.put("ListScheduled", new Listing(TaskState.SCHEDULED));
        ALL.put("ListRetry", new Listing(TaskState.RETRY));
        ALL.put("ListArchived", new Listing(TaskState.ARCHIVED));
        ALL.put("ListCompleted", new Listing(TaskState.COMPLETED));
        ALL.put("ListAggregating", new Listing(TaskState.AGGREGATING));
    }

    private record Listing(TaskState state) implements Operation {

        @Override
        public void expect(Expected expected) {
            Step step = expected.step();
            expected.answer(Answers.ofGo(step.error()));
            if (refusesBlankQueue(expected)) {
                return;
            }
            if (step.number("size") < 1 || step.number("page") < 0) {
                expected.meet(Difference.PAGE_REFUSED);
                expected.answer(Answers.REFUSED);
            } else if (step.error().isEmpty()) {
                expected.answer(StreamSupport.stream(step.result().spliterator(), false)
                        .map(task -> describe(expected, task)).collect(Collectors.joining("\n")));
            }
        }

        @Override
        public String perform(Step step, Peer peer) {
            String queue = step.text("queue");
            int page = (int) step.number("page") + 1;
            int size = (int) step.number("size");
            return Answers.of(() -> (state == TaskState.AGGREGATING
                    ? peer.inspector().tasks().listOfGroup(queue, step.text("group"), page, size)
                    : peer.inspector().tasks().list(queue, state, page, size)).stream().map(Inspecting::describe)
                    .collect(Collectors.joining("\n")));
        }
    }

    @Override
    public void expect(Expected expected) {
        Step step = expected.step();
        expected.answer(Answers.ofGo(step.error()));
        if (!refusesBlankQueue(expected) && step.error().isEmpty()) {
            expectResult(expected);
        }
    }

    /** Go has an answer. */
    abstract void expectResult(Expected expected);

    /** Here each operation refuses a blank name; Go does not always. */
    static boolean refusesBlankQueue(Expected expected) {
        JsonNode queue = expected.step().args().get("queue");
        boolean blank = queue != null && expected.step().text("queue").isBlank();
        if (blank) {
            expected.meet(Difference.BLANK_QUEUE_REFUSED);
            expected.after(expected.before());
            expected.answer(Answers.REFUSED);
        }
        return blank;
    }

    /** A task as Go returned it. One without message has no ID in Go. */
    private static String describe(Expected expected, JsonNode task) {
        TaskState state = TaskState.valueOf(task.get("state").asText().toUpperCase(java.util.Locale.ROOT));
        byte[] message = Vectors.bytes(task.get("msg"));
        Instant next = task.has("next_process_at_unix")
                ? Instant.ofEpochSecond(task.get("next_process_at_unix").asLong()) : null;
        String result = task.has("result") ? Raw.hex(Raw.of(Vectors.bytes(task.get("result")))) : "";
        if (message.length == 0) {
            expected.meet(Difference.LOST_TASK_HAS_ITS_ID);
            return "lost " + state + " " + next + " " + result;
        }
        try {
            return text(TaskMessage.parse(message).toInfo(state, next), result);
        } catch (UndecodableMessageException e) {
            throw new AssertionError(e);
        }
    }

    private static String describe(InspectedTask task) {
        TaskInfo info = task.info();
        Instant next = info.nextProcessAt() == null ? null : info.nextProcessAt().truncatedTo(ChronoUnit.SECONDS);
        String result = task.result() == null ? "" : Raw.hex(Raw.of(task.result()));
        return info.type().isEmpty() && info.maxRetry() == 0 && info.timeout().isZero() && info.payload().length == 0
                ? "lost " + info.state() + " " + next + " " + result : text(info, result);
    }

    private static String text(TaskInfo info, String result) {
        Instant next = info.nextProcessAt() == null ? null : info.nextProcessAt().truncatedTo(ChronoUnit.SECONDS);
        return String.join(" ", List.of(info.id(), info.queue(), info.type(), Raw.hex(Raw.of(info.payload())),
                new TreeMap<>(info.headers()).toString(), info.state().name(), info.maxRetry() + "",
                info.retried() + "", info.lastError(), info.lastFailedAt() + "", info.timeout().toString(),
                info.deadline() + "", info.group(), info.retention().toString(), next + "", info.completedAt() + "",
                result));
    }
}
