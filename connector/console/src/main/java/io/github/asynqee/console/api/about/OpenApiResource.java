package io.github.asynqee.console.api.about;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

import jakarta.enterprise.context.RequestScoped;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.spi.JsonProvider;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;

/** The description of this API, as OpenAPI document. */
@Path("openapi")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class OpenApiResource {

    private static final JsonObject DOCUMENT = read();

    private static JsonObject read() {
        try (InputStream in = OpenApiResource.class.getResourceAsStream("/META-INF/openapi.json");
                JsonReader reader = JsonProvider.provider().createReader(in)) {
            return reader.readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @GET
    @Allowed(Role.VIEWER)
    public JsonObject document() {
        return DOCUMENT;
    }
}
