package io.github.asynqee.console.api;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.mask.Masking;

/**
 * Details of a task for the audit log: its type and payload, and the changes of an edit. A payload is represented by
 * its SHA-256 digest, or not at all if any pointers are masked, because masked values could be guessed with the digest.
 */
final class EditNotes {

    private final Masking masking;

    EditNotes(Masking masking) {
        this.masking = masking;
    }

    /** A task that was created or deleted. */
    String of(TaskInfo task) {
        return "type " + task.type() + (masking.isEmpty() ? ", payload" + digest(task.payload()) : "");
    }

    /** The fields that differ, with the old and the new value; for headers only the names. */
    String of(TaskInfo before, TaskInfo after) {
        List<String> changes = new ArrayList<>();
        change(changes, "type", before.type(), after.type());
        if (!Arrays.equals(before.payload(), after.payload())) {
            changes.add(
                    "payload" + (masking.isEmpty() ? digest(before.payload()) + " →" + digest(after.payload()) : ""));
        }
        change(changes, "maxRetry", before.maxRetry(), after.maxRetry());
        change(changes, "timeout", before.timeout(), after.timeout());
        change(changes, "deadline", before.deadline(), after.deadline());
        change(changes, "retention", before.retention(), after.retention());
        TreeSet<String> names = new TreeSet<>(before.headers().keySet());
        names.addAll(after.headers().keySet());
        names.removeIf(name -> Objects.equals(before.headers().get(name), after.headers().get(name)));
        if (!names.isEmpty()) {
            changes.add("headers " + String.join(", ", names));
        }
        return changes.isEmpty() ? "nothing changed" : String.join("; ", changes);
    }

    private static void change(List<String> changes, String name, Object before, Object after) {
        if (!Objects.equals(before, after)) {
            changes.add(name + " " + before + " → " + after);
        }
    }

    private static String digest(byte[] payload) {
        try {
            return " sha256:" + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(payload));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
