package io.github.asynqee.console.notify;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import io.github.asynqee.console.json.Json;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;

/**
 * A message about an incident.
 *
 * @param id names the incident
 * @param finding the finding; its queue is empty if it concerns Redis, {@code *} if it concerns many queues
 * @param since time at which it was first seen
 * @param openedAt when the incident was opened
 * @param resolvedAt when it was resolved, {@code null} if it is open
 * @param redis the name of the Redis
 * @param at when the message is sent
 * @param link the page of the alerts in the console, {@code null} if its address is not known
 */
public record Message(Event event, String id, Finding finding, Instant since, Instant openedAt, Instant resolvedAt,
        String redis, Instant at, String link) {

    /** The queue of an incident that concerns many. */
    public static final String MANY_QUEUES = "*";

    /** A space without width. */
    private static final String NOTHING = "\u200b";

    static Message test(String redis, String user, Instant at, String link) {
        Finding none = new Finding(Severity.INFO, "test", "", "a test message, sent by " + user, "");
        return new Message(Event.TEST, "test", none, at, at, null, redis, at, link);
    }

    /** The subject of mail: one line. */
    String subject() {
        return line(head());
    }

    private String head() {
        String queue = finding.queue();
        String about = queue.isEmpty() ? "" : queue.equals(MANY_QUEUES) ? ", many queues" : ", queue " + queue;
        return "[asynq " + redis + "] " + (event == Event.OPENED ? severity() : eventName()) + ": " + finding.code()
                + about;
    }

    /** The text of mail. */
    String text() {
        return sentences() + address();
    }

    private String address() {
        return link == null ? "" : link + "\n";
    }

    private String sentences() {
        StringBuilder text = new StringBuilder(line(finding.message())).append(".\n");
        if (event != Event.RESOLVED && finding.advice() != null && !finding.advice().isEmpty()) {
            text.append("What to do: ").append(line(finding.advice())).append(".\n");
        }
        text.append("Since ").append(Json.time(since));
        if (resolvedAt != null) {
            text.append(", resolved ").append(Json.time(resolvedAt));
        }
        return text.append(".\n").toString();
    }

    /** The body of a webhook. */
    String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", 1);
        json.put("id", id);
        json.put("event", eventName());
        json.put("redis", redis);
        json.put("code", finding.code());
        json.put("queue", finding.queue().isEmpty() ? null : finding.queue());
        json.put("severity", severity());
        json.put("message", finding.message());
        json.put("advice", finding.advice());
        json.put("since", since);
        json.put("openedAt", openedAt);
        json.put("resolvedAt", resolvedAt);
        json.put("at", at);
        json.put("link", link);
        json.put("text", (chat(line(head()) + "\n" + sentences()) + escaped(address())).strip());
        return Json.text(json);
    }

    String eventName() {
        return event.name().toLowerCase(Locale.ROOT);
    }

    private String severity() {
        return finding.severity().name().toLowerCase(Locale.ROOT);
    }

    /**
     * Replaces control and direction characters and line breaks, because names of queues and types are foreign text.
     */
    private static String line(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", " ");
    }

    /**
     * Removes markup: chats interpret commands between angle brackets, mention everyone by {@code @channel} or {@code
     * @everyone}, and turn addresses into links. A queue name must not have these effects; only the console's address
     * stays a link.
     */
    private static String chat(String text) {
        return escaped(text).replace("@", "@" + NOTHING).replace("://", ":" + NOTHING + "//")
                .replace("](", "]" + NOTHING + "(").replace("www.", "www" + NOTHING + ".");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
