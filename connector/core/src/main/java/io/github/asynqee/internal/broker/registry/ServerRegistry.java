package io.github.asynqee.internal.broker.registry;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.WorkerInfo;

/** Registry of running servers (protocol section 5.5). */
public interface ServerRegistry {

    /**
     * Publishes a server and its running tasks.
     *
     * @param server the server
     * @param workers the running tasks
     * @param life the lifetime of the published data
     * @return true if the data that this process had published before is missing; then Redis has probably lost all its
     *        data
     */
    boolean write(ServerInfo server, List<WorkerInfo> workers, Duration life);

    /**
     * Registers queues again after Redis lost all data, so that tools list them. A failure is logged; the next new task
     * of a queue also registers it.
     *
     * @param queues the queues
     */
    void registerAgain(Collection<String> queues);

    /**
     * Deletes the data of a server.
     *
     * @param server the server
     */
    void clear(ServerInfo server);

    /** @return the running servers; servers with the same queues share one map; read-only */
    List<ServerInfo> servers();

    /**
     * Finds the queues that running servers consume; read-only. Stops reading servers as soon as all of the queues are
     * found.
     *
     * @param queues the queues to look for
     * @return the queues that are consumed
     */
    Set<String> served(Collection<String> queues);

    /** @return the running tasks of all servers; read-only */
    List<WorkerInfo> workers();
}
