package io.github.asynqee.server.faults.app;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;

import io.github.asynqee.Task;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/**
 * Sends tasks in a transaction: a line with the ID of each in the request, and the same lines in the answer when it is committed.
 * Before that it sends others in a transaction that is rolled back. In some transactions a statement fails, which is ignored.
 */
@WebServlet("/outbox")
public class OutboxServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final String ROLLED_BACK = "-rolled-back";
    /** In one of so many transactions a statement fails. */
    private static final int BROKEN = 20;

    @Inject
    @Channel("outbox")
    private transient Emitter<Task<String>> outbox;

    @Resource
    private transient UserTransaction transaction;

    @Resource(lookup = "java:comp/DefaultDataSource")
    private transient DataSource database;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        List<String> ids = request.getReader().lines().toList();
        try {
            transaction.begin();
            try {
                send(ids.stream().map(id -> id + ROLLED_BACK).toList());
            } finally {
                transaction.rollback();
            }
            sendAndCommit(ids);
        } catch (Exception e) {
            throw new ServletException(e);
        }
        ids.forEach(response.getWriter()::println);
    }

    private void sendAndCommit(List<String> ids) throws Exception {
        transaction.begin();
        CompletableFuture<Void> sent;
        try {
            sent = send(ids);
            if (Kind.number(ids.get(ids.size() - 1)) / ids.size() % BROKEN == 0) {
                InboxHandler.failStatement(database);
            }
        } catch (RuntimeException e) {
            transaction.rollback();
            throw e;
        }
        transaction.commit();
        sent.get();
    }

    private CompletableFuture<Void> send(List<String> ids) {
        return CompletableFuture.allOf(ids.stream().map(id -> outbox.send(Kind.of(id).task(id)).toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }
}
