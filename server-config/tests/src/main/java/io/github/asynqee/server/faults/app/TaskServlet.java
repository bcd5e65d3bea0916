package io.github.asynqee.server.faults.app;

import java.io.IOException;
import java.util.List;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueResult;

/** Enqueues tasks: a line with the ID of each in the request; in the answer, a line for each that was stored. */
@WebServlet("/tasks")
public class TaskServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient AsynqClient client;

    @Inject
    private transient Effects effects;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        List<String> ids = request.getReader().lines().toList();
        long before = effects.micros();
        List<EnqueueResult> results = client.enqueueAll(ids.stream().map(id -> Kind.of(id).task(id)).toList());
        long after = effects.micros();
        for (int i = 0; i < results.size(); i++) {
            EnqueueResult result = results.get(i);
            String id = ids.get(i);
            if (Kind.of(id) == Kind.THROTTLED && result.isStored()) {
                effects.throttled(Kind.article(id), id, before, after);
            } else if (Kind.of(id) == Kind.THROTTLED && result.error() instanceof DuplicateTaskException) {
                effects.refused(id);
            }
            if (result.isStored()) {
                if (Kind.of(id) == Kind.FAIR && !Kind.LARGE_TENANT.equals(Kind.turnOf(id))) {
                    effects.stored(id);
                }
                response.getWriter().println(Kind.of(id) == Kind.DEBOUNCED ? id : result.info().id());
            }
        }
    }
}
