package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.inspect.QueueStateException;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.internal.feature.batch.BatchScript;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.AclRules;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** The ACL rules of the inspector's users in {@code docs/redis.md}: they suffice, and none is superfluous. */
@Timeout(120)
class OperatorAclTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    /** Scripts of workers that the inspector also uses. */
    private static final Set<Script> SHARED = Set.of(EngineScript.ENQUEUE, EngineScript.SCHEDULE,
            EngineScript.ADD_TO_GROUP,
            EngineScript.RUN_ENTRY_NOW, EngineScript.PAUSE_ENTRY, EngineScript.RESUME_ENTRY, EngineScript.REQUEST_RUN,
            EngineScript.WITHDRAW_RUN, BatchScript.CANCEL_BATCH);

    private EmbeddedRedis redis;
    private Jedis observer;

    @BeforeEach
    void start() {
        redis = EmbeddedRedis.builder().user("operator", AclRules.PASSWORD, AclRules.of("operator")).start();
        observer = TestRedis.connect(redis);
    }

    @AfterEach
    void stop() {
        observer.close();
        redis.close();
    }

    private static Task<String> task(String id) {
        return Task.of("email:welcome", "{}").id(id).queue("mail");
    }

    @Test
    void an_operator_can_do_all_it_has_to_and_nothing_else() throws Exception {
        try (RedisBroker all = RedisBroker.connect(RedisConfig.of(redis.url()));
                DefaultAsynqClient client = DefaultAsynqClient.of(all);
                Inspector operator = Inspectors.connect(redis.url("operator"))) {
            for (int i = 0; i < 6; i++) {
                client.enqueue(task("t" + i).unique(Duration.ofHours(1)).payload("{\"i\":" + i + "}"));
                client.enqueue(task("g" + i).group("g"));
            }
            client.enqueue(task("later").processIn(Duration.ofHours(1)));
            PeriodicScheduler scheduler = PeriodicScheduler.builder(all).build();
            scheduler.put(PeriodicTask.of("tick", "@every 1h", Task.of("tick", "{}")));
            var ticks = scheduler.start(Thread::new);
            await("the entry is there").until(() -> !operator.periodic().entries().isEmpty());
            String entry = operator.periodic().entries().get(0).id();
            ticks.stop(Duration.ofSeconds(10));
            all.servers().write(
                    new ServerInfo("host", 7, "a", 10, Map.of("default", 1), false, "active", Instant.now(), 0),
                    List.of(), Duration.ofHours(1));
            client.batch("b").queue("mail").add(List.of(task("member"))).enqueue();
            observer.configResetStat();

            reads(operator);
            changes(operator);
            operator.batches().list("mail", 10);
            operator.batches().members("mail", "b", 10);
            operator.batches().delete("mail", "b");
            operator.periodic().entries();
            operator.periodic().pause(entry);
            operator.periodic().resume(entry);
            operator.periodic().run(entry);
            operator.periodic().enqueueEvents(entry, 1, 10);
        }

        assertThat(AclRules.refusals(observer)).isEmpty();
        Set<Script> scripts = new HashSet<>(EnumSet.allOf(InspectorScript.class));
        scripts.addAll(SHARED);
        assertThat(AclRules.commands("operator"))
                .containsExactlyInAnyOrderElementsOf(AclRules.needed(observer, scripts));
    }

    private static void reads(Inspector operator) throws InterruptedException {
        operator.queues().names();
        operator.queues().info("mail");
        operator.queues().infos(List.of("mail"));
        operator.queues().history("mail", 2);
        operator.queues().groups("mail");
        operator.queues().limits("mail");
        operator.queues().why("mail");
        operator.tasks().list("mail", TaskState.PENDING, 1, 10);
        operator.tasks().listOfGroup("mail", "g", 1, 10);
        operator.tasks().search(TaskFilter.ALL, null, 10, SECOND);
        operator.tasks().errors(TaskFilter.ALL, 10);
        operator.tasks().find("t1");
        operator.tasks().get("mail", "t1");
        operator.tasks().why("mail", "t1");
        operator.servers();
        operator.periodic().schedulerEntries();
        operator.health().findings();
        operator.health().redisInfo();
        operator.bulk().count(TaskFilter.ALL, null, SECOND);
        // a connection that was idle is checked before it is used
        Thread.sleep(1_100);
        operator.queues().names();
    }

    private static void changes(Inspector operator) {
        operator.queues().pause("mail");
        operator.queues().unpause("mail");
        assertThatThrownBy(() -> operator.queues().resume("mail", new LimitKey("limit", "")))
                .isInstanceOf(QueueStateException.class);
        operator.changes().edit("mail", "t0", TaskEdit.NONE.maxRetry(3));
        operator.changes().updatePayload("mail", "later", new byte[]{ 1 });
        operator.changes().duplicate("mail", "t0", TaskEdit.NONE.processAt(Instant.now().plusSeconds(600)));
        operator.changes().reschedule("mail", "t0", Instant.now().plusSeconds(600));
        operator.changes().run("mail", "t0");
        operator.changes().archive("mail", "t1");
        operator.changes().run("mail", "t1");
        operator.changes().archiveRestorable("mail", "t1");
        operator.changes().restore("mail", "t1");
        operator.changes().releaseLock("mail", "t2");
        operator.changes().move("mail", "t3", "other");
        operator.changes().delete("mail", "t4");
        operator.changes().cancel("t5");
        operator.bulk().runGroup("mail", "g");
        operator.bulk().archiveAll("mail", TaskState.PENDING);
        operator.bulk().runAll("mail", TaskState.ARCHIVED);
        operator.bulk().change(BulkAction.ARCHIVE, TaskFilter.ALL, null, 100, SECOND);
        operator.bulk().change(BulkAction.RESTORE, TaskFilter.ALL, null, 100, SECOND);
        operator.bulk().change(BulkAction.ARCHIVE, TaskFilter.ALL, null, 100, SECOND);
        operator.bulk().deleteAll("mail", TaskState.ARCHIVED);
        operator.health().repair("mail", true);
        operator.queues().remove("other", true);
    }
}
