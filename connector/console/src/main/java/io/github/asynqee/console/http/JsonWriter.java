package io.github.asynqee.console.http;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;

import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.problem.Problem;
import io.github.asynqee.console.redis.CurrentScope;

/** Writes records and maps as JSON, the same on every server, without records of queues that the user may not see. */
@Provider
@Priority(1)
@Produces({ MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE })
public class JsonWriter implements MessageBodyWriter<Object> {

    @Override
    public boolean isWriteable(Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
        return Record.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    @Override
    public void writeTo(Object value, Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType,
            MultivaluedMap<String, Object> headers, OutputStream out) throws IOException {
        String text = CurrentScope.isAll() ? Json.text(value) : Json.text(value, CurrentScope::sees);
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
