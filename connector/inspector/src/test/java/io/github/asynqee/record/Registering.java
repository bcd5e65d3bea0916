package io.github.asynqee.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.record.Value.Expiry;

/** Registration of servers and schedulers, and their subscription to cancellations. */
enum Registering implements Operation {

    WRITE_SERVER {
        @Override
        public void expect(Expected expected) {
            removeExpired(expected, Names.SERVERS, Names.WORKERS);
            if (expected.step().failedWith("value is not an integer")) {
                expected.meet(Difference.LIFE_CUT);
                Value info = new Value(Value.Type.STRING);
                info.text(Raw.of(expected.step().bytes("info")));
                info.expiry(Expiry.after(expected.step().duration("ttl_seconds").getSeconds()));
                expected.after().zrange(Names.SERVERS).forEach(key -> expected.after().put(key, info));
            } else {
                expected.answer(expected.step().error());
            }
        }

        @Override
        String tryTo(Step step, Peer peer) throws UndecodableMessageException {
            List<WorkerInfo> workers = new ArrayList<>();
            for (byte[] worker : step.allBytes("workers")) {
                workers.add(WorkerInfo.parse(worker));
            }
            peer.broker().servers().write(ServerInfo.parse(step.bytes("info")), workers,
                    step.duration("ttl_seconds"));
            return "";
        }
    },

    CLEAR_SERVER {
        @Override
        String tryTo(Step step, Peer peer) {
            peer.broker().servers().clear(new ServerInfo(step.text("host"), (int) step.number("pid"),
                    step.text("server_id"), 1, Map.of(), false, "closed", Instant.EPOCH, 0));
            return "";
        }
    },

    LIST_SERVERS {
        @Override
        public void expect(Expected expected) {
            onlyReads(expected, Names.SERVERS);
            expected.answer(sorted(expected.step().result().get("servers_hex")));
        }

        @Override
        String tryTo(Step step, Peer peer) {
            return peer.broker().servers().servers().stream()
                    .map(info -> Raw.hex(Canonical.server(Raw.of(info.toBytes()))))
                    .sorted().collect(Collectors.joining(" "));
        }

        private static String sorted(JsonNode infos) {
            return StreamSupport.stream(infos.spliterator(), false)
                    .map(info -> Raw.hex(Canonical.server(Raw.ofHex(info.asText())))).sorted()
                    .collect(Collectors.joining(" "));
        }
    },

    LIST_WORKERS {
        @Override
        public void expect(Expected expected) {
            onlyReads(expected, Names.WORKERS);
            expected.answer(sorted(expected.step().result().get("workers_hex")));
        }

        @Override
        String tryTo(Step step, Peer peer) {
            return peer.broker().servers().workers().stream().map(info -> Raw.hex(Raw.of(info.toBytes()))).sorted()
                    .collect(Collectors.joining(" "));
        }
    },

    WRITE_ENTRIES {
        @Override
        public void expect(Expected expected) {
            removeExpired(expected, Names.SCHEDULERS);
            expected.answer(expected.step().error());
        }

        @Override
        String tryTo(Step step, Peer peer) throws UndecodableMessageException {
            List<SchedulerEntry> entries = new ArrayList<>();
            for (byte[] entry : step.allBytes("entries")) {
                entries.add(SchedulerEntry.parse(entry));
            }
            peer.broker().schedulers().write(step.text("scheduler_id"), entries, step.duration("ttl_seconds"));
            return "";
        }
    },

    CLEAR_ENTRIES {
        @Override
        String tryTo(Step step, Peer peer) {
            peer.broker().schedulers().clear(step.text("scheduler_id"));
            return "";
        }
    },

    LIST_ENTRIES {
        @Override
        public void expect(Expected expected) {
            onlyReads(expected, Names.SCHEDULERS);
            expected.answer(sorted(expected.step().result().get("entries_hex")));
        }

        @Override
        String tryTo(Step step, Peer peer) {
            return peer.broker().schedulers().entries().stream().map(entry -> Raw.hex(Raw.of(entry.toBytes())))
                    .sorted().collect(Collectors.joining(" "));
        }
    },

    RECORD_EVENT {
        @Override
        public void expect(Expected expected) {
            expected.meet(Difference.HISTORY_EXPIRES);
            expected.after().expire("asynq:scheduler_history:" + Raw.of(expected.step().text("entry_id")),
                    Expiry.after(7_776_000));
            expected.answer(expected.step().error());
        }

        @Override
        String tryTo(Step step, Peer peer) throws UndecodableMessageException {
            peer.broker().schedulers().record(step.text("entry_id"),
                    SchedulerEnqueueEvent.parse(step.bytes("event")));
            return "";
        }
    },

    LIST_EVENTS {
        @Override
        public void expect(Expected expected) {
            if (expected.step().number("page") < 0 || expected.step().number("size") < 1) {
                expected.meet(Difference.EMPTY_PAGE_REFUSED);
                expected.answer("refused");
                return;
            }
            if (expected.step().failedWith("cannot parse")) {
                expected.meet(Difference.UNDECODABLE_EVENT_LEFT_OUT);
                expected.answer(decodable(expected.before()
                        .zrange("asynq:scheduler_history:" + Raw.of(expected.step().text("entry_id")))));
                return;
            }
            expected.answer(StreamSupport.stream(expected.step().result().get("events_hex").spliterator(), false)
                    .map(JsonNode::asText).collect(Collectors.joining(" ")));
        }

        private static String decodable(List<String> events) {
            List<String> latestFirst = new ArrayList<>();
            for (String event : events) {
                try {
                    SchedulerEnqueueEvent.parse(Raw.bytes(event));
                    latestFirst.add(0, Raw.hex(event));
                } catch (UndecodableMessageException e) {
                    // left out
                }
            }
            return String.join(" ", latestFirst);
        }

        @Override
        String tryTo(Step step, Peer peer) {
            return peer.broker().schedulers()
                    .history(step.text("entry_id"), (int) step.number("page") + 1, (int) step.number("size")).stream()
                    .map(event -> Raw.hex(Raw.of(event.toBytes()))).collect(Collectors.joining(" "));
        }
    },

    PUBLISH_CANCELLATION {
        @Override
        public void expect(Expected expected) {
            expected.meet(Difference.CANCELLATION_STORED);
            expected.after().zadd(Names.CANCEL_REQUESTS, expected.step().clock().toEpochMilli(),
                    Raw.of(expected.step().text("id")));
            expected.after().expire(Names.CANCEL_REQUESTS, Expiry.after(60));
            expected.answer(Raw.text(RecordedSpace.raw(expected.step().result().get("received"))));
        }

        @Override
        String tryTo(Step step, Peer peer) {
            peer.broker().workerCommands().publishCancellation(step.text("id"));
            return peer.listener().next();
        }
    };

    static final Map<String, Operation> ALL = Map.ofEntries(Map.entry("WriteServerState", WRITE_SERVER),
            Map.entry("ClearServerState", CLEAR_SERVER), Map.entry("ListServers", LIST_SERVERS),
            Map.entry("ListWorkers", LIST_WORKERS), Map.entry("WriteSchedulerEntries", WRITE_ENTRIES),
            Map.entry("ClearSchedulerEntries", CLEAR_ENTRIES), Map.entry("ListSchedulerEntries", LIST_ENTRIES),
            Map.entry("RecordSchedulerEnqueueEvent", RECORD_EVENT),
            Map.entry("ListSchedulerEnqueueEvents", LIST_EVENTS),
            Map.entry("PublishCancelation", PUBLISH_CANCELLATION));

    @Override
    public void expect(Expected expected) {
        expected.answer(expected.step().error());
    }

    @Override
    public String perform(Step step, Peer peer) {
        try {
            return tryTo(step, peer);
        } catch (IllegalArgumentException e) {
            return "refused";
        } catch (UndecodableMessageException e) {
            throw new AssertionError(e);
        }
    }

    abstract String tryTo(Step step, Peer peer) throws UndecodableMessageException;

    private static String sorted(JsonNode hex) {
        return StreamSupport.stream(hex.spliterator(), false).map(JsonNode::asText).sorted()
                .collect(Collectors.joining(" "));
    }

    /** Go removes expired members, this implementation keeps them. */
    private static void onlyReads(Expected expected, String registry) {
        if (!expected.before().differing(expected.after()).isEmpty()) {
            expected.meet(Difference.LISTING_ONLY_READS);
            expected.after().put(registry, expected.before().value(registry));
        }
    }

    /** Expired members are removed. */
    private static void removeExpired(Expected expected, String... registries) {
        Space after = expected.after();
        for (String registry : registries) {
            for (String key : after.zrangeUpTo(registry, expected.step().clock().getEpochSecond() - 1)) {
                expected.meet(Difference.WRITING_REMOVES_EXPIRED);
                after.zrem(registry, key);
            }
        }
    }
}
