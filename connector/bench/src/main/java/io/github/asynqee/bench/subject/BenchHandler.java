package io.github.asynqee.bench.subject;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
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

    private final long sleep = ConfigProvider.getConfig().getOptionalValue("bench.sleep", Long.class).orElse(0L);
    @Inject
    private AsynqClient client;
    @Inject
    @Channel("tasks")
    private Emitter<Task<byte[]>> emitter;
    private final CommandServer commands = new CommandServer(
            command -> new TaskProducer(client, emitter::send, command));

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
