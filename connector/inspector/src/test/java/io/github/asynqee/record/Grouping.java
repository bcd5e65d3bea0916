package io.github.asynqee.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import redis.clients.jedis.Jedis;

/** Operations on groups and staged sets. */
enum Grouping implements Operation {

    STAGE {
        @Override
        public void expect(Expected expected) {
            expected.answer(expected.step().result().asText() + expected.step().error());
        }

        @Override
        public String perform(Step step, Peer peer) {
            Optional<String> key = peer.broker().groupCommands().stage(step.text("queue"), step.text("group"),
                    new GroupLimits((int) step.number("max_size"), step.duration("max_delay_seconds"),
                            step.duration("grace_seconds")));
            String name = step.result().asText();
            if (key.isPresent() && !name.isEmpty()) {
                rename(peer, Names.of(step.text("queue")), Raw.of(key.get()), setKey(step, name));
            }
            return key.isPresent() && name.isEmpty() ? key.get() : key.isPresent() ? name : "";
        }

        /** The name of a new set is random: it is replaced by the recorded one. */
        private static void rename(Peer peer, Names names, String key, String recorded) {
            Jedis node = peer.at(key);
            byte[] sets = Raw.bytes(names.aggregationSets());
            Double deadline = node.zscore(sets, Raw.bytes(key));
            node.rename(Raw.bytes(key), Raw.bytes(recorded));
            node.zrem(sets, Raw.bytes(key));
            node.zadd(sets, deadline, Raw.bytes(recorded));
        }
    },

    READ {
        @Override
        public void expect(Expected expected) {
            Step step = expected.step();
            Names names = Names.of(step.text("queue"));
            List<String> usable = new ArrayList<>();
            List<String> others = new ArrayList<>();
            int place = 0;
            for (String id : step.before().zrange(setKey(step, step.text("set")))) {
                String message = step.before().hget(names.task(id), "msg");
                if (message == null || !Tasks.isUsable(step.text("queue"), id, message)) {
                    expected.meet(Difference.MISSING_MEMBERS_SEPARATE);
                    others.add(Raw.text(id));
                } else {
                    usable.add(expected.message(recorded(step, place, message), message));
                }
                place++;
            }
            expected.answer(answer(deadline(step, names), usable, others));
        }

        /** The result of Go at this position; Go returns nothing if one message cannot be decoded. */
        private static String recorded(Step step, int place, String otherwise) {
            return step.error().isEmpty()
                    ? RecordedSpace.raw(step.result().get("messages").path(place).path("msg")) : otherwise;
        }

        private static Long deadline(Step step, Names names) {
            if (step.error().isEmpty()) {
                return step.result().get("deadline_unix").asLong();
            }
            boolean gone = step.failedWith("ZSCORE failed: redis: nil");
            return gone ? null
                    : (Long) step.before().zscore(names.aggregationSets(), setKey(step, step.text("set"))).longValue();
        }

        private static String answer(Long deadline, List<String> usable, List<String> others) {
            return "until " + deadline + ": " + usable + ", not usable: " + new TreeSet<>(others);
        }

        @Override
        public String perform(Step step, Peer peer) {
            AggregationSet set = peer.broker().groupCommands().read(step.text("queue"),
                    Raw.text(setKey(step, step.text("set"))));
            List<String> others = new ArrayList<>(set.vanished());
            set.unusable().forEach(member -> others.add(member.message().id()));
            return answer(set.deadline() == null ? null : set.deadline().getEpochSecond(),
                    set.messages().stream().map(m -> Raw.hex(Canonical.message(Raw.of(m.toBytes())))).toList(),
                    others);
        }
    },

    RECLAIM {
        @Override
        public void expect(Expected expected) {
            Step step = expected.step();
            expected.after(step.before());
            reclaim(expected, Names.of(step.text("queue")));
            if (expected.met().isEmpty()) {
                expected.after(step.after());
            }
            expected.answer(step.error());
        }

        @Override
        public String perform(Step step, Peer peer) {
            peer.broker().groupCommands().reclaimStale(step.text("queue"));
            return "";
        }
    },

    LIST {
        @Override
        public void expect(Expected expected) {
            TreeSet<String> groups = new TreeSet<>();
            expected.step().result().forEach(group -> groups.add(Raw.text(RecordedSpace.raw(group))));
            expected.answer(groups.toString() + expected.step().error());
        }

        @Override
        public String perform(Step step, Peer peer) {
            return new TreeSet<>(peer.broker().groupCommands().list(step.text("queue"))).toString();
        }
    };

    static final Map<String, Operation> ALL = Map.of("AggregationCheck", STAGE, "ReadAggregationSet", READ,
            "ReclaimStaleAggregationSets", RECLAIM, "ListGroups", LIST);

    static String setKey(Step step, String name) {
        return Names.of(step.text("queue")).group(Raw.of(step.text("group"))) + ":" + name;
    }

    /** Overdue sets are returned to their groups, which are listed again. */
    static void reclaim(Expected expected, Names names) {
        Space space = expected.after();
        long now = expected.step().clock().getEpochSecond();
        for (String set : space.zrangeUpTo(names.aggregationSets(), now)) {
            String group = set.substring(names.group("").length(), set.lastIndexOf(':'));
            List<String> members = space.zrange(set);
            members.forEach(id -> space.zadd(names.group(group), space.zscore(set, id), id));
            space.del(set);
            space.zrem(names.aggregationSets(), set);
            if (!members.isEmpty() && !space.sismember(names.groups(), group)) {
                expected.meet(Difference.RECLAIMED_GROUP_IS_LISTED);
                space.sadd(names.groups(), group);
            }
        }
    }
}
