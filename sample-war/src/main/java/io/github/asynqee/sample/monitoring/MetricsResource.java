package io.github.asynqee.sample.monitoring;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.metrics.QueueCollector;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Serves the metrics of the queues to Prometheus, from the application's own registry. */
@ApplicationScoped
@Path("/metrics")
public class MetricsResource {

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final ExpositionFormats formats = ExpositionFormats.init();

    @Inject
    private Inspector inspector;

    @PostConstruct
    void register() {
        registry.register(new QueueCollector(inspector));
    }

    /** All metrics of the registry, in the format that the client accepts. */
    @GET
    public Response scrape(@HeaderParam(HttpHeaders.ACCEPT) String accept) throws IOException {
        ExpositionFormatWriter writer = formats.findWriter(accept);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        writer.write(body, registry.scrape());
        return Response.ok(body.toByteArray()).header(HttpHeaders.CONTENT_TYPE, writer.getContentType()).build();
    }
}
