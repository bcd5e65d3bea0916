package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.WorkerInfo;

/** What running servers tell about themselves (protocol section 5.5). */
public interface ServerRegistry {

    /**
     * Publishes a server and what it is running.
     *
     * @param server the server
     * @param workers one for each running task
     * @param life how long this is to be believed
     */
    void write(ServerInfo server, List<WorkerInfo> workers, Duration life);

    /**
     * Takes back what a server published.
     *
     * @param server the server
     */
    void clear(ServerInfo server);

    /** @return the servers running now; nothing is changed in Redis */
    List<ServerInfo> servers();

    /** @return the tasks running now; nothing is changed in Redis */
    List<WorkerInfo> workers();
}
