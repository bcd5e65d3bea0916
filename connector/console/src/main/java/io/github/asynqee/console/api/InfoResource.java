package io.github.asynqee.console.api;

import java.util.List;
import java.util.Map;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.redis.RedisServer;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.view.RedisInfo;

/** What Redis reports about itself. */
@Path("{redis}/info")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class InfoResource {

    @PathParam("redis")
    String redis;

    @Inject
    Console console;

    @GET
    @Allowed(Role.VIEWER)
    public RedisInfo info() {
        ConsoleRedis asked = console.of(redis).redis();
        if (asked.executor().isProxy()) {
            return RedisInfo.ofProxy();
        }
        return asked.limited(() -> {
            RedisServer server = new RedisServer(asked);
            List<RedisServer.Node> nodes = server.nodes();
            boolean cluster = nodes.stream().anyMatch(node -> "1".equals(node.info().get("cluster_enabled")));
            return RedisInfo.of(nodes, cluster ? server.cluster() : Map.of());
        });
    }
}
