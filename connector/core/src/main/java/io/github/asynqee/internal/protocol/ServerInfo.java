package io.github.asynqee.internal.protocol;

import java.time.Instant;
import java.util.Map;

import com.google.protobuf.InvalidProtocolBufferException;

/**
 * A running server, as it publishes itself (protocol section 3.2).
 *
 * @param host host name
 * @param pid process ID
 * @param serverId the server's ID
 * @param concurrency maximum number of tasks it runs concurrently
 * @param queues queue name to priority, as configured
 * @param strictPriority whether a queue is read only while all queues of higher priority are empty
 * @param status {@code active}, {@code stopped} or {@code closed}
 * @param startTime start time
 * @param activeWorkers number of running tasks
 */
public record ServerInfo(String host, int pid, String serverId, int concurrency, Map<String, Integer> queues,
        boolean strictPriority, String status, Instant startTime, int activeWorkers) {

    /**
     * Replaces the queues.
     *
     * @param others queue name to priority
     * @return the server with these queues
     */
    public ServerInfo withQueues(Map<String, Integer> others) {
        return new ServerInfo(host, pid, serverId, concurrency, others, strictPriority, status, startTime,
                activeWorkers);
    }

    /**
     * Encodes the information.
     *
     * @return the protobuf message
     */
    public byte[] toBytes() {
        return io.github.asynqee.internal.protocol.wire.ServerInfo.newBuilder().setHost(host).setPid(pid)
                .setServerId(serverId)
                .setConcurrency(concurrency).putAllQueues(queues).setStrictPriority(strictPriority).setStatus(status)
                .setStartTime(Timestamps.of(startTime)).setActiveWorkerCount(activeWorkers).build().toByteArray();
    }

    /**
     * Decodes the information.
     *
     * @param bytes the protobuf message
     * @return the information
     * @throws UndecodableMessageException if the bytes cannot be decoded
     */
    public static ServerInfo parse(byte[] bytes) throws UndecodableMessageException {
        try {
            var wire = io.github.asynqee.internal.protocol.wire.ServerInfo.parseFrom(bytes);
            return new ServerInfo(wire.getHost(), wire.getPid(), wire.getServerId(), wire.getConcurrency(),
                    wire.getQueuesMap(), wire.getStrictPriority(), wire.getStatus(),
                    Timestamps.toInstant(wire.getStartTime()), wire.getActiveWorkerCount());
        } catch (InvalidProtocolBufferException e) {
            throw new UndecodableMessageException("not a server info: " + e.getMessage(), e);
        }
    }
}
