package io.github.asynqee.server.faults.app;

import java.io.IOException;
import java.util.List;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;

/**
 * Enqueues a batch and a chain: a line with the ID of the batch, and one with that of each member and link in the request, and the
 * same lines in the answer when all is stored.
 */
@WebServlet("/batches")
public class BatchServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient AsynqClient client;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        List<String> ids = request.getReader().lines().toList();
        String batch = ids.stream().filter(id -> Kind.of(id) == Kind.BATCH).findFirst().orElseThrow();
        client.batch(batch).queue(Kind.BATCH.queue())
                .add(ids.stream().filter(id -> Kind.of(id) == Kind.MEMBER).map(Kind.MEMBER::task))
                .onSuccess(Kind.BATCH.named(batch)).enqueue();
        List<Task<String>> links = ids.stream().filter(id -> Kind.of(id) == Kind.LINK).map(Kind.LINK::task).toList();
        client.enqueueChain(links.get(0).then(links.get(1)).then(links.get(2)));
        ids.forEach(response.getWriter()::println);
    }
}
