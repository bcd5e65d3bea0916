package io.github.asynqee.internal.redis.connection;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The Lua scripts: one resource each, named after the constant. The line {@code -- include a b} at the end of the
 * header is replaced by the named resources of the folder {@code include}. A script that reaches keys by prefix or
 * removes something includes {@code whole_slot}.
 */
public enum Script {
    ENQUEUE, SCHEDULE, ADD_TO_GROUP, DEQUEUE, DEQUEUE_MATCHING, RECALL, DONE, COMPLETE, RETRY, ARCHIVE, REQUEUE,
    EXTEND_LEASE,
    WRITE_FIELD,
    FORWARD, EXPIRED_LEASES, REPAIR_LEASES, DELETE_EXPIRED_COMPLETED, LOOK_AT_GROUPS, STAGE_GROUP,
    READ_AGGREGATION_SET, EXTEND_AGGREGATION_SETS, SETTLE_MEMBERS,
    COMPLETE_AGGREGATION, RECLAIM_AGGREGATION_SETS, WRITE_SERVER_STATE, CLEAR_SERVER_STATE, WRITE_SCHEDULER_ENTRIES,
    RECORD_ENQUEUE_EVENT, JOIN_ENTRY, CLAIM_TICK, FIRE_TICK, RUN_ENTRY_NOW, PAUSE_ENTRY,
    RESUME_ENTRY, FORGET_ENTRY, REQUEST_RUN, CLAIM_RUN, ANSWER_RUN, WITHDRAW_RUN, QUEUE_STATS, SAMPLE_MEMORY,
    LIST_TASKS, READ_TASK, RUN_TASK, ARCHIVE_TASK, RESTORE_TASK, DELETE_TASK,
    UPDATE_PAYLOAD, RUN_TASKS, ARCHIVE_TASKS, DELETE_TASKS, REMOVE_QUEUE,
    RESCHEDULE_TASK, EDIT_TASK, READ_TO_MOVE, STORE_MOVED, DELETE_MOVED, RELEASE_LOCK, CHECK_COLLECTION,
    CHECK_KEYS, REPAIR_TASK, REPAIR_KEY, WALK_ZSET, WALK_LIST, RUN_CHOSEN, ARCHIVE_CHOSEN,
    RESTORE_CHOSEN, DELETE_CHOSEN, CANCEL_CHOSEN, SWAP_WITH_NEWEST, RECORD_STATISTICS, DECLARE_SHARDS;

    private static final String INCLUDE = "-- include ";

    private final boolean needsWholeSlot;
    private final byte[] text;
    private final byte[] sha;

    Script() {
        String resource = resource(name().toLowerCase(Locale.ROOT));
        needsWholeSlot = resource.lines().anyMatch(line -> line.matches(INCLUDE + "(.* )?whole_slot( .*)?"));
        String source = withIncludes(resource);
        text = source.getBytes(StandardCharsets.UTF_8);
        sha = sha1(text).getBytes(StandardCharsets.US_ASCII);
    }

    /** Whether a Cluster must not execute it while its slot moves. */
    public boolean needsWholeSlot() {
        return needsWholeSlot;
    }

    public byte[] text() {
        return text;
    }

    byte[] sha() {
        return sha;
    }

    private static String withIncludes(String source) {
        StringBuilder expanded = new StringBuilder();
        for (String line : source.split("\n")) {
            if (line.startsWith(INCLUDE)) {
                for (String name : line.substring(INCLUDE.length()).trim().split(" ")) {
                    expanded.append(resource("include/" + name));
                }
            } else {
                expanded.append(line).append('\n');
            }
        }
        return expanded.toString();
    }

    private static String resource(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("script " + name + ".lua is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
