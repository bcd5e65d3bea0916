package io.github.asynqee.sample.playground;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.messaging.AsynqGroup;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Handlers of groups: tasks that are handled together because they were enqueued with the same group. */
@ApplicationScoped
public class GroupHandlers {

    @Inject
    private GroupStats stats;
    @Resource
    private ManagedExecutorService executor;

    /** A group whose name ends with {@code fail} fails while one of its tasks has not been retried. */
    @Incoming("play-group")
    @Acknowledgment(Strategy.POST_PROCESSING)
    public CompletionStage<Void> together(Message<List<byte[]>> message) {
        AsynqGroup<?> group = message.unwrap(AsynqGroup.class);
        boolean fails = group.group().endsWith("fail") && group.members().stream().anyMatch(GroupHandlers::isNew);
        stats.called(group.group(), group.members().size(), fails);
        if (fails) {
            throw new IllegalStateException("the group fails on purpose");
        }
        return CompletableFuture.completedStage(null);
    }

    private static boolean isNew(TaskInfo task) {
        return task.retried() == 0;
    }

    /**
     * Replaces numbers by their sum, in one step. If it is zero nothing is stored.
     */
    @Incoming("play-sum")
    @Outgoing("play-sums")
    public Long sum(List<Integer> numbers) {
        stats.called("sum", numbers.size(), false);
        long sum = numbers.stream().mapToLong(Integer::longValue).sum();
        return sum == 0 ? null : sum;
    }

    /** Like {@link #sum}, on another thread and with options for the task. */
    @Incoming("play-sum-later")
    @Outgoing("play-sums")
    public CompletionStage<Task<Long>> sumLater(List<Integer> numbers) {
        return executor.supplyAsync(() -> sum(numbers))
                .thenApply(sum -> sum == null ? null : Task.ofPayload(sum).header("later", "yes"));
    }
}
