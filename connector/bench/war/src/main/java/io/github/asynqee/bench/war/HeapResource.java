package io.github.asynqee.bench.war;

import java.lang.management.ManagementFactory;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** How much memory the server needs. */
@ApplicationScoped
@Path("/heap")
public class HeapResource {

    /** @return bytes in use on the heap after a garbage collection */
    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String get() {
        System.gc();
        return String.valueOf(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
}
