package io.github.asynqee.bench.subject;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * The application on a server: a handler and an emitter as users write them, and a resource that executes all
 * {@linkplain Command commands} except {@code start} and {@code stop}, for which the server is started and stopped.
 * Tasks go to the Redis of the application.
 */
@ApplicationScoped
@Path("/command")
public class BenchHandler {

    private static final Duration CALL_LIMIT = Duration.ofSeconds(30);

    private final long sleep = ConfigProvider.getConfig().getOptionalValue("bench.sleep", Long.class).orElse(0L);
    @Inject
    private AsynqClient client;
    @Inject
    @Channel("tasks")
    private Emitter<Task<byte[]>> emitter;
    @Inject
    private UserTransaction transaction;
    @Resource
    private ManagedThreadFactory threads;
    private final CommandServer commands = new CommandServer(
            command -> new TaskProducer(client, sender(command.text("by", "emitter")), command, threads));
    /** Number of a task to the future that completes when the task is handled. */
    private final Map<Integer, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();

    /**
     * Records a task and sleeps as configured.
     *
     * @param payload the payload of the task
     * @throws InterruptedException if the application ends first
     */
    @Incoming("bench")
    public void handle(byte[] payload) throws InterruptedException {
        commands.recorder().started(payload);
        if (sleep > 0) {
            Thread.sleep(sleep);
        }
        if (!waiting.isEmpty()) {
            CompletableFuture<Void> sender = waiting.remove(BenchTask.of(payload).number());
            if (sender != null) {
                sender.complete(null);
            }
        }
    }

    private Function<Task<byte[]>, CompletionStage<?>> sender(String by) {
        return switch (by) {
            case "emitter" -> emitter::send;
            case "transaction" -> this::sendInTransaction;
            case "call" -> task -> client.call(task, Void.class, CALL_LIMIT);
            case "wait" -> this::sendAndWait;
            default -> throw new IllegalArgumentException("by is emitter, transaction, call or wait, not " + by);
        };
    }

    private CompletionStage<?> sendInTransaction(Task<byte[]> task) {
        try {
            transaction.begin();
            CompletionStage<?> sent = client.enqueueAsync(task);
            transaction.commit();
            return sent;
        } catch (NotSupportedException | SystemException | RollbackException | HeuristicMixedException
                | HeuristicRollbackException e) {
            throw new IllegalStateException(e);
        }
    }

    private CompletionStage<?> sendAndWait(Task<byte[]> task) {
        CompletableFuture<Void> handled = new CompletableFuture<>();
        waiting.put(BenchTask.of(task.payload()).number(), handled);
        return client.enqueueAsync(task).thenCompose(stored -> handled);
    }

    /**
     * Executes a command.
     *
     * @param line the command
     * @return the reply
     */
    @POST
    @Consumes(MediaType.TEXT_PLAIN)
    @Produces(MediaType.TEXT_PLAIN)
    public String execute(String line) {
        return commands.reply(line);
    }
}
