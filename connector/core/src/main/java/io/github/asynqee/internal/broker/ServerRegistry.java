package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.util.List;

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
     */
    void write(ServerInfo server, List<WorkerInfo> workers, Duration life);

    /**
     * Deletes the data of a server.
     *
     * @param server the server
     */
    void clear(ServerInfo server);

    /** @return the running servers; read-only */
    List<ServerInfo> servers();

    /** @return the running tasks of all servers; read-only */
    List<WorkerInfo> workers();
}
