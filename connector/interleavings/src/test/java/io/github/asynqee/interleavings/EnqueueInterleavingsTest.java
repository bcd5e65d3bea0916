package io.github.asynqee.interleavings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import org.junit.jupiter.api.Test;

/** Enqueueing in batches: each stage completes with its own task's result. */
class EnqueueInterleavingsTest {

    private static DefaultAsynqClient client(MemoryBroker broker, int maxWaiting) {
        return DefaultAsynqClient.builder(broker).maxWaiting(maxWaiting).threads(Thread::new).build();
    }

    private static CompletableFuture<TaskInfo> send(DefaultAsynqClient client, String id) {
        try {
            return client.enqueueAsync(Task.of("type", "{}").id(id).queue("q")).toCompletableFuture();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Waits for the end; whether it was stored. */
    private static boolean isStored(CompletableFuture<TaskInfo> sent) {
        return sent.handle((info, error) -> error == null).join();
    }

    @Test
    void each_stage_completes_and_each_task_is_stored_once() {
        Schedules.explore(() -> {
            MemoryBroker broker = new MemoryBroker();
            DefaultAsynqClient client = client(broker, 10);
            Schedules.together(() -> assertThat(isStored(send(client, "a"))).isTrue(),
                    () -> assertThat(isStored(send(client, "b"))).isTrue());
            client.close();
            assertThat(broker.stored()).containsExactlyInAnyOrder("a", "b");
        });
    }

    @Test
    void a_close_beside_senders_leaves_no_stage_open() {
        Schedules.explore(() -> {
            MemoryBroker broker = new MemoryBroker();
            DefaultAsynqClient client = client(broker, 10);
            Schedules.Step sender = () -> {
                String id = Thread.currentThread().getName();
                boolean stored = isStored(send(client, id));
                assertThat(broker.stored().contains(id)).isEqualTo(stored);
            };
            Schedules.together(sender, sender, client::close);
        });
    }

    @Test
    void a_room_that_was_full_is_left() {
        Schedules.explore(() -> {
            MemoryBroker broker = new MemoryBroker();
            DefaultAsynqClient client = client(broker, 1);
            Schedules.together(() -> isStored(send(client, "a")), () -> isStored(send(client, "b")));
            assertThat(isStored(send(client, "c"))).isTrue();
            client.close();
        });
    }

    @Test
    void a_batch_that_fails_takes_no_other_along() {
        Schedules.explore(() -> {
            MemoryBroker broker = new MemoryBroker();
            broker.failStores(1);
            DefaultAsynqClient client = client(broker, 10);
            Schedules.Step sender = () -> {
                String id = Thread.currentThread().getName();
                boolean stored = isStored(send(client, id));
                assertThat(broker.stored().contains(id)).isEqualTo(stored);
            };
            Schedules.together(sender, sender);
            assertThat(isStored(send(client, "later"))).isTrue();
            client.close();
        });
    }
}
