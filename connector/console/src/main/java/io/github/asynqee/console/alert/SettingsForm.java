package io.github.asynqee.console.alert;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.github.asynqee.console.alert.Threshold.Kind;
import io.github.asynqee.console.json.Body;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.inspect.Finding.Severity;

/** Settings as users send them. */
public final class SettingsForm {

    /** The members of the body. */
    public static final Set<String> MEMBERS = Set.of("revision", "minSeverity", "holdMs", "reminderMs", "off",
            "thresholds");

    private static final Set<String> THRESHOLD = Set.of("code", "queues", "limit", "severity");
    private static final int MAX_THRESHOLDS = 50;
    private static final int MAX_CODES = 100;
    private static final int MAX_NAME = 200;
    private static final Duration LONGEST_HOLD = Duration.ofDays(1);
    private static final Duration SHORTEST_REMINDER = Duration.ofMinutes(5);
    private static final Duration LONGEST_REMINDER = Duration.ofDays(30);
    private static final int PERCENT = 100;

    private SettingsForm() {}

    /** The settings in a body, without revision and silences; absent values have their defaults. */
    public static AlertSettings read(Body body) {
        AlertSettings defaults = AlertSettings.DEFAULT;
        Duration hold = Optional.ofNullable(body.duration("holdMs")).orElse(defaults.holdMs());
        if (hold.compareTo(LONGEST_HOLD) > 0) {
            throw ProblemException.badRequest("\"holdMs\" must be at most a day.");
        }
        Duration reminder = Optional.ofNullable(body.duration("reminderMs")).orElse(defaults.reminderMs());
        if (!reminder.isZero()
                && (reminder.compareTo(SHORTEST_REMINDER) < 0 || reminder.compareTo(LONGEST_REMINDER) > 0)) {
            throw ProblemException.badRequest("\"reminderMs\" must be 0, or from 5 minutes to 30 days.");
        }
        List<String> off = Optional.ofNullable(body.textList("off")).orElse(defaults.off());
        off.forEach(SettingsForm::code);
        List<Threshold> thresholds = Optional.ofNullable(body.objects("thresholds", THRESHOLD))
                .map(items -> items.stream().map(SettingsForm::threshold).toList()).orElse(defaults.thresholds());
        if (thresholds.size() > MAX_THRESHOLDS || off.size() > MAX_CODES) {
            throw ProblemException.badRequest("There can be at most " + MAX_THRESHOLDS + " thresholds and " + MAX_CODES
                    + " codes that are off.");
        }
        return new AlertSettings(0, severity(body, "minSeverity").orElse(defaults.minSeverity()), hold, reminder, off,
                thresholds, List.of());
    }

    private static Optional<Severity> severity(Body body, String name) {
        String text = body.text(name);
        if (text != null && Severities.of(text).isEmpty()) {
            throw ProblemException.badRequest("\"" + name + "\" must be error, warning or info.");
        }
        return Severities.of(text);
    }

    private static Threshold threshold(Body body) {
        Kind kind = Kind.of(body.requiredText("code")).orElseThrow(() -> ProblemException
                .badRequest("\"code\" of a threshold must be queue-size, oldest-pending or failure-share."));
        Long limit = body.number("limit");
        if (limit == null || limit < 0 || kind == Kind.FAILURE_SHARE && limit > PERCENT) {
            throw ProblemException.badRequest("\"limit\" must be a number of tasks, of milliseconds, or a percentage.");
        }
        return new Threshold(kind.code(), pattern(body.requiredText("queues")), limit,
                severity(body, "severity").orElse(Severity.WARNING));
    }

    /** A code that a user has sent. */
    public static String code(String code) {
        if (code != null && !AlertCodes.ALL.contains(code)) {
            throw ProblemException.badRequest("There is no finding with this code. Known are " + AlertCodes.ALL + ".");
        }
        return code;
    }

    /** A pattern that a user has sent. */
    public static String pattern(String pattern) {
        if (pattern != null && pattern.length() > MAX_NAME) {
            throw ProblemException.badRequest("A pattern of queues has at most " + MAX_NAME + " characters.");
        }
        return pattern;
    }
}
