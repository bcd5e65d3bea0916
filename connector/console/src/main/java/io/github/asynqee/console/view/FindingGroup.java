package io.github.asynqee.console.view;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.mask.Payloads;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;

/**
 * Findings of the same kind, as one sentence.
 *
 * @param severity the highest severity of these findings
 * @param code the common code of these findings
 * @param queueCount the number of their queues, 0 if they concern Redis
 * @param queues some of these queues
 * @param message what was found, with the sum of the tasks
 * @param advice what to do
 */
public record FindingGroup(Severity severity, String code, long queueCount, @Member(maxItems = 20) List<String> queues,
        String message, String advice) {

    private static final int MAX_QUEUES = 20;
    private static final int MAX_TEXT = 1_000;
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    /** Messages whose numbers can be added up, unlike ages, sizes and shares. */
    private static final Pattern TASKS = Pattern.compile("^(?:.*tasks: #|# (?:\\w+ )?tasks?\\b[^#]*)$");
    /** Messages that end with their only number, a duration in one unit. */
    private static final Pattern DURATION = Pattern.compile("(\\D*)((\\d{1,9}) (s|min|h|days))");
    private static final Map<String, Long> SECONDS = Map.of("s", 1L, "min", 60L, "h", 3_600L, "days", 86_400L);

    /** The most urgent groups first; then groups with the most queues. */
    public static List<FindingGroup> of(List<Finding> findings) {
        Map<String, List<Finding>> byCode = findings.stream()
                .collect(Collectors.groupingBy(Finding::code, LinkedHashMap::new, Collectors.toList()));
        return byCode.values().stream().map(FindingGroup::group).sorted(Comparator.comparing(FindingGroup::severity)
                .thenComparing(Comparator.comparingLong(FindingGroup::queueCount).reversed())).toList();
    }

    private static FindingGroup group(List<Finding> findings) {
        Finding gravest = findings.stream().min(Comparator.comparing(Finding::severity)).orElseThrow();
        List<String> queues = findings.stream().map(Finding::queue).filter(queue -> !queue.isEmpty()).distinct()
                .toList();
        return new FindingGroup(gravest.severity(), gravest.code(), queues.size(),
                queues.stream().limit(MAX_QUEUES).toList(), sentence(findings), gravest.advice());
    }

    /**
     * One sentence for findings with the same code. Numbers of tasks are summed, and the longest duration is named. A
     * sentence with other numbers ends before the first number.
     */
    public static String sentence(List<Finding> findings) {
        List<String> messages = findings.stream().map(Finding::message).distinct().toList();
        if (messages.size() == 1) {
            return messages.get(0);
        }
        String longest = longest(messages);
        if (longest != null) {
            return longest;
        }
        Set<String> texts = messages.stream().map(message -> NUMBER.matcher(message).replaceAll("#"))
                .collect(Collectors.toSet());
        String text = texts.iterator().next();
        if (texts.size() > 1) {
            return Payloads.cut(messages.stream().limit(MAX_TEXT / 10).map(each -> Payloads.cut(each, MAX_TEXT))
                    .collect(Collectors.joining("; ")), MAX_TEXT);
        }
        if (TASKS.matcher(text).matches()) {
            return text.replace("#", String.valueOf(findings.stream().mapToLong(each -> number(each.message())).sum()));
        }
        String begin = text.substring(0, text.indexOf('#')).replaceAll("\\W+$", "");
        return begin.isEmpty() ? messages.get(0) : begin + "…";
    }

    /** The message with the longest duration, {@code null} if the messages differ in more than the duration. */
    private static String longest(List<String> messages) {
        List<Matcher> all = messages.stream().map(DURATION::matcher).filter(Matcher::matches).toList();
        if (all.size() < messages.size() || all.stream().map(each -> each.group(1)).distinct().count() > 1) {
            return null;
        }
        Matcher longest = Collections.max(all,
                Comparator.comparingLong(each -> Long.parseLong(each.group(3)) * SECONDS.get(each.group(4))));
        return longest.group(1) + "up to " + longest.group(2);
    }

    private static long number(String message) {
        return NUMBER.matcher(message).results().map(MatchResult::group).filter(digits -> digits.length() <= 18)
                .mapToLong(Long::parseLong).findFirst().orElse(0);
    }
}
