package io.github.asynqee.console.http;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

import io.github.asynqee.console.view.ExportFormat;

/** Answers that a browser stores as files. */
public final class Downloads {

    private Downloads() {}

    /** The answer for a file; its name must not contain characters chosen by a user. */
    public static Response of(String name, ExportFormat format, Object entity) {
        return Response.ok(entity, format.mediaType()).header(HttpHeaders.CONTENT_DISPOSITION,
                "attachment; filename=\"" + name.replaceAll("[^A-Za-z0-9-]", "-") + "." + format.extension() + "\"")
                .build();
    }
}
