package io.github.asynqee.internal.broker;

import java.util.List;
import java.util.Optional;

/** Operations of a producer (protocol section 5.1). */
public interface ProducerCommands extends NodeLatency {

    /**
     * Stores new tasks and registers their queues. Consecutive tasks of the same queue and placement share a script
     * call, and all calls to the same Redis node share a round trip; the order within a queue is preserved.
     *
     * <p>If a connection breaks before Redis replies, the messages stored under the IDs are compared with the sent
     * messages; no message is sent twice.
     *
     * @param tasks the tasks, of any number of queues
     * @return one result for each task, in the same order; the failure of one task does not affect the others
     */
    List<StoreResult> store(List<NewTask> tasks);

    /**
     * Checks that Redis can confirm the durability of these operations, by a write that does not affect tasks.
     *
     * @return why Redis cannot confirm it; empty if it can, or if Redis or its replicas are unreachable now
     */
    default Optional<String> refusal() {
        return Optional.empty();
    }
}
