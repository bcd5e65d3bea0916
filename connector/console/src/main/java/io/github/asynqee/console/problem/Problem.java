package io.github.asynqee.console.problem;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An error response of the API (RFC 9457). Every viewer may see its text, so it must not contain an address or a stack
 * trace.
 *
 * @param status the status of HTTP
 * @param code names the kind of problem; does not change between versions
 * @param title the kind of problem in words
 * @param detail the problem of this request
 * @param members further members, specific to the kind
 */
public record Problem(int status, String code, String title, String detail, Map<String, Object> members) {

    public static final String MEDIA_TYPE = "application/problem+json";

    /** Copies the members. */
    public Problem {
        members = Map.copyOf(members);
    }

    public static Problem of(int status, String code, String title, String detail) {
        return new Problem(status, code, title, detail, Map.of());
    }

    /** The members in the order of the RFC. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("type", "urn:asynq:problem:" + code);
        json.put("title", title);
        json.put("status", status);
        json.put("detail", detail);
        json.put("code", code);
        json.putAll(members);
        return json;
    }
}
