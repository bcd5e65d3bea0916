package io.github.asynqee.bench.peers.app;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Executes {@linkplain PeerCommands commands} in an application on a server. */
@ApplicationScoped
@Path("/command")
public class PeerResource {

    @Inject
    private JobSystem system;
    private final PeerCommands commands = new PeerCommands(() -> system);

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
