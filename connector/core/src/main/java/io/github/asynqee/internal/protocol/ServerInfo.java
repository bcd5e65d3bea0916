package io.github.asynqee.internal.protocol;

import java.time.Instant;
import java.util.Map;

import com.google.protobuf.InvalidProtocolBufferException;

/**
 * What a running server tells about itself (protocol section 3.2).
 *
 * @param host host name
 * @param pid process ID
 * @param serverId names the server
 * @param concurrency how many tasks it runs at once
 * @param queues queue to priority, as configured
 * @param strictPriority whether a lower queue waits until all higher ones are empty
 * @param status {@code active}, {@code stopped} or {@code closed}
 * @param startTime when it started
 * @param activeWorkers how many tasks it is running
 */
public record ServerInfo(String host, int pid, String serverId, int concurrency, Map<String, Integer> queues,
        boolean strictPriority, String status, Instant startTime, int activeWorkers) {

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
     * @throws UndecodableMessageException if the bytes are something else
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
