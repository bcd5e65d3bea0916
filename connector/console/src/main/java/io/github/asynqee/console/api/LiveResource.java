package io.github.asynqee.console.api;

import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;

import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.http.ApiGuard;
import io.github.asynqee.console.live.ScopedSubscriber;
import io.github.asynqee.console.live.Subscriber;
import io.github.asynqee.console.redis.CurrentScope;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;

/** Live updates as server-sent events. */
@Path("{redis}/live")
@RequestScoped
@WithinScope
public class LiveResource {

    @Context
    HttpServletRequest http;

    @Inject
    Console console;

    @GET
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Allowed(Role.VIEWER)
    public void live(@PathParam("redis") String redis, @Context SseEventSink sink, @Context Sse sse) {
        RedisConsole instance = console.of(redis);
        QueueScope scope = CurrentScope.get();
        Subscriber viewer = new Viewer(sink, sse);
        if (!scope.isAll()) {
            viewer = new ScopedSubscriber(viewer, instance.monitor(), scope);
        }
        instance.live().subscribe(ApiGuard.user(http), viewer);
    }

    /** A browser. It is dropped if too many events wait for it. */
    private static final class Viewer implements Subscriber {

        private static final int MAX_WAITING = 30;

        private final SseEventSink sink;
        private final Sse sse;
        private final AtomicInteger waiting = new AtomicInteger();

        private Viewer(SseEventSink sink, Sse sse) {
            this.sink = sink;
            this.sse = sse;
        }

        @Override
        public boolean send(String name, String json) {
            if (sink.isClosed() || waiting.get() >= MAX_WAITING) {
                return false;
            }
            OutboundSseEvent.Builder event = sse.newEventBuilder();
            if (name == null) {
                event.comment("alive");
            } else {
                event.name(name).mediaType(MediaType.TEXT_PLAIN_TYPE).data(String.class, json);
            }
            waiting.incrementAndGet();
            try {
                sink.send(event.build()).whenComplete((sent, failure) -> waiting.decrementAndGet());
                return true;
            } catch (RuntimeException e) {
                // the stream was closed after the check; other streams still get the event
                return false;
            }
        }

        @Override
        public void end() {
            sink.close();
        }
    }
}
