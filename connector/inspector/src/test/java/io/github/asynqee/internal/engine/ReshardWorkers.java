package io.github.asynqee.internal.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;

import io.github.asynqee.Task;
import io.github.asynqee.event.PeriodicTaskEnqueued;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.DeadLetterQueue;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;

/** Workers and schedulers whose queues' slots move. */
final class ReshardWorkers {

    /** Tasks whose first attempt waits to be cancelled. */
    final Set<String> running = ConcurrentHashMap.newKeySet();
    final Set<String> ticks = ConcurrentHashMap.newKeySet();
    final Set<String> twice = ConcurrentHashMap.newKeySet();
    private final Set<String> failedOnce = ConcurrentHashMap.newKeySet();
    private final CountDownLatch never = new CountDownLatch(1);
    private final ReshardLedger ledger;
    private final ExecutorService pool;

    ReshardWorkers(ReshardLedger ledger, ExecutorService pool) {
        this.ledger = ledger;
        this.pool = pool;
    }

    private static WorkerConfig config() {
        return WorkerConfig.builder().recoveryInterval(Duration.ofSeconds(1)).janitorInterval(Duration.ofSeconds(1))
                // what bulk changes leave pending stays so
                .returnUnhandledTypesAfter(Duration.ofHours(1)).shards(ReshardLoad.SHARDED, ReshardLoad.SHARDS).build();
    }

    private Channel channel(String name, Map<String, Integer> queues, String types, TaskHandler handler) {
        Channel channel = new Channel(new ChannelConfig(name, queues, types,
                FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1))))
                .withDeadLetters(new DeadLetterQueue("grave", "letter")));
        HandlerLane.open(channel, 8, handler, pool);
        return channel;
    }

    /** A worker of all queues but one. */
    Worker start(RedisBroker broker) {
        Channel groups = new Channel(new ChannelConfig("groups", Map.of(ReshardLoad.QUEUE, 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1))),
                new GroupConfig("g", Duration.ofSeconds(1), Duration.ofSeconds(2), 50)));
        HandlerLane.openForGroups(groups, 2, group -> group.members().forEach(member -> ledger.ran.add(member.id())),
                pool);
        Channel letters = new Channel(new ChannelConfig("letters", Map.of("grave", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1)))));
        HandlerLane.open(letters, 2,
                letter -> ledger.letters.add(letter.message().headers().get("dead-letter-id")), pool);
        Worker worker = new Worker(broker, config(), List.of(groups, letters,
                channel("tasks", Map.of(ReshardLoad.QUEUE, 3, ReshardLoad.SHARDED, 2, "ticks", 1), "", this::run),
                channel("cancelled", Map.of(ReshardLoad.QUEUE, 1), "cancel", this::waitOnce),
                channel("some", Map.of(ReshardBulk.QUEUE, 1), "run", this::run)));
        worker.start();
        return worker;
    }

    /** A worker of the queue whose workers die. */
    Worker startMortal(RedisBroker broker) {
        Worker worker = new Worker(broker, config(),
                List.of(channel("mortal", Map.of(ReshardLoad.MORTAL, 1), "", this::run)));
        worker.start();
        return worker;
    }

    /** One of the nodes that have the same entries. */
    PeriodicThread startScheduler(RedisBroker broker) {
        PeriodicScheduler scheduler = PeriodicScheduler.builder(broker).listener(this::ticked).build();
        for (String name : List.of("beat", "pulse")) {
            scheduler.put(PeriodicTask.of(name, "@every 1s", Task.of(name, "{}").queue("ticks")));
        }
        return scheduler.start(Thread::new);
    }

    private void ticked(TaskEvent event) {
        if (event instanceof PeriodicTaskEnqueued tick) {
            ledger.toRun.add(tick.task().id());
            if (!ticks.add(tick.entry() + " " + tick.tick())) {
                twice.add(tick.entry() + " " + tick.tick());
            }
        }
    }

    private void run(TaskDelivery delivery) {
        String id = delivery.message().id();
        switch (delivery.message().type()) {
            case "dies" -> throw new IllegalStateException("every attempt fails");
            case "fails-once" -> {
                if (failedOnce.add(id)) {
                    throw new IllegalStateException("the first attempt");
                }
            }
            default -> {
                // succeeds
            }
        }
        ledger.ran.add(id);
    }

    private void waitOnce(TaskDelivery delivery) throws InterruptedException {
        String id = delivery.message().id();
        if (failedOnce.add(id)) {
            running.add(id);
            try {
                never.await();
            } finally {
                running.remove(id);
            }
        }
        ledger.ran.add(id);
    }
}
