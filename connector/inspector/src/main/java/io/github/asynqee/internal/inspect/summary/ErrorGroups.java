package io.github.asynqee.internal.inspect.summary;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import io.github.asynqee.inspect.ErrorGroup;
import io.github.asynqee.inspect.InspectedTask;

/** Groups tasks by their errors. */
public final class ErrorGroups {

    private static final Pattern VARIABLE = Pattern.compile(
            "\\b\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\b|\\b0x\\p{XDigit}++\\b"
                    + "|\\b(?=\\p{XDigit}*\\d)\\p{XDigit}{12,}+\\b|\\d++(?:[.,:]\\d++)*+");

    /** Only this many characters of an error are compared. */
    private static final int MAX_TEXT = 1_000;

    private final Map<String, ErrorGroup> groups = new LinkedHashMap<>();

    /** Returns the beginning of an error text, with {@code #} for each number and ID. */
    public static String signature(String error) {
        String text = error.length() > MAX_TEXT ? error.substring(0, MAX_TEXT) : error;
        return VARIABLE.matcher(text).replaceAll("#");
    }

    public void add(InspectedTask task) {
        String error = task.info().lastError();
        if (!error.isEmpty()) {
            Instant failedAt = task.info().lastFailedAt();
            String signature = signature(error);
            groups.merge(signature, new ErrorGroup(signature, 1, failedAt, failedAt, task), ErrorGroups::merged);
        }
    }

    private static ErrorGroup merged(ErrorGroup one, ErrorGroup other) {
        Comparator<Instant> byTime = Comparator.nullsFirst(Comparator.naturalOrder());
        Instant last = byTime.compare(one.lastFailedAt(), other.lastFailedAt()) < 0 ? other.lastFailedAt()
                : one.lastFailedAt();
        Instant first = one.firstFailedAt() == null || other.firstFailedAt() != null
                && other.firstFailedAt().isBefore(one.firstFailedAt()) ? other.firstFailedAt() : one.firstFailedAt();
        return new ErrorGroup(one.signature(), one.count() + other.count(), first, last, one.example());
    }

    /** Returns all groups, largest first. */
    public List<ErrorGroup> all() {
        return groups.values().stream().sorted(Comparator.comparing(ErrorGroup::count).reversed()).toList();
    }
}
