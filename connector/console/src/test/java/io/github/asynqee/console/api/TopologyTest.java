package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.security.Principal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jakarta.servlet.http.HttpServletRequest;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.job.Job;
import io.github.asynqee.console.job.JobState;
import io.github.asynqee.console.live.Overview;
import io.github.asynqee.console.live.Subscriber;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.console.view.RedisInfo;
import io.github.asynqee.console.view.TaskRow;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import io.github.asynqee.testkit.EmbeddedRedisSentinel;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** All that the API reads and writes, on a cluster of three nodes and behind Sentinels. The queues are on all nodes. */
class TopologyTest {

    private static final int QUEUES = 12;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    enum Topology {
        SENTINEL, CLUSTER
    }

    private final List<AutoCloseable> opened = new ArrayList<>();
    /** Shared by all tests until one kills a node, because a start takes two seconds. */
    private static EmbeddedRedisCluster cluster;
    private TestConsole console;

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        if (cluster != null && !cluster.nodes().stream().allMatch(EmbeddedRedis::isRunning)) {
            stopCluster();
        }
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
            cluster = null;
        }
    }

    private <T extends AutoCloseable> T open(T resource) {
        opened.add(resource);
        return resource;
    }

    private void start(Topology topology, Clock clock) {
        String url;
        if (topology == Topology.CLUSTER) {
            cluster = cluster == null ? EmbeddedRedisCluster.start() : cluster;
            cluster.nodes().forEach(node -> {
                try (Jedis jedis = new Jedis(node.host(), node.port())) {
                    jedis.flushAll();
                }
            });
            url = cluster.url();
        } else {
            url = open(EmbeddedRedisSentinel.start()).url();
        }
        console = open(new TestConsole(url, 10_000, clock));
        for (int i = 0; i < QUEUES; i++) {
            console.of("default").redis().client()
                    .enqueueAll(IntStream.range(0, 3).mapToObj(this::task).map(queue("q" + i)).toList());
        }
    }

    private Task<byte[]> task(int i) {
        return Task.of("type", ("{\"n\":" + i + "}").getBytes()).processIn(Duration.ofHours(i));
    }

    private static UnaryOperator<Task<byte[]>> queue(String name) {
        return task -> task.queue(name);
    }

    private Inspector inspector() {
        return console.of("default").redis().inspector();
    }

    private static HttpServletRequest admin() {
        Principal ann = () -> "ann";
        return (HttpServletRequest) Proxy.newProxyInstance(TopologyTest.class.getClassLoader(),
                new Class<?>[]{ HttpServletRequest.class }, (proxy, method, args) -> switch (method.getName()) {
                    case "isUserInRole" -> true;
                    case "getUserPrincipal" -> ann;
                    default -> null;
                });
    }

    private QueueResource queues() {
        QueueResource queues = new QueueResource();
        queues.redis = "default";
        queues.console = console;
        queues.notes = new AuditNotes();
        return queues;
    }

    private TaskResource tasks() {
        TaskResource tasks = new TaskResource();
        tasks.redis = "default";
        tasks.console = console;
        return tasks;
    }

    private OneTaskResource task(String queue, String id) {
        OneTaskResource task = new OneTaskResource();
        task.redis = "default";
        task.queue = Segment.fromString(queue);
        task.id = Segment.fromString(id);
        task.http = admin();
        task.console = console;
        task.notes = new AuditNotes();
        return task;
    }

    private JobResource jobs() {
        JobResource jobs = new JobResource();
        jobs.redis = "default";
        jobs.console = console;
        jobs.http = admin();
        jobs.notes = new AuditNotes();
        return jobs;
    }

    private RedisInfo info() {
        InfoResource info = new InfoResource();
        info.redis = "default";
        info.console = console;
        return info.info();
    }

    /** As the API does, without its response, which needs a server. */
    private TaskRow create(String queue) {
        Task<byte[]> task = TaskEdits.task("{\"queue\":\"" + queue
                + "\",\"type\":\"new\",\"payload\":{\"text\":\"{}\"}}");
        TaskInfo created = console.of("default").redis().client().enqueue(task);
        console.of("default").monitor().changed();
        return TaskRow.of(inspector().tasks().get(created.queue(), created.id()), console.masking());
    }

    private TaskState state(TaskRow row) {
        return inspector().tasks().get(row.queue(), row.id()).info().state();
    }

    @ParameterizedTest
    @EnumSource
    void each_page_can_be_read(Topology topology) {
        start(topology, Clock.systemUTC());
        TaskRow created = create("q5");
        FindResource find = new FindResource();
        find.console = console;
        ErrorResource errors = new ErrorResource();
        errors.console = console;
        ServerResource servers = new ServerResource();
        servers.redis = "default";
        servers.console = console;
        CronResource cron = new CronResource();
        cron.redis = "default";
        cron.console = console;

        Overview overview = console.of("default").monitor().overview();
        assertThat(overview.queues()).isEqualTo(QUEUES);
        assertThat(overview.totals().pending()).isEqualTo(QUEUES + 1);
        assertThat(overview.totals().scheduled()).isEqualTo(2 * QUEUES);
        assertThat(overview.memoryBytes()).isPositive();
        assertThat(overview.history()).hasSize(30);
        assertThat(overview.findings()).filteredOn(finding -> finding.code().equals("queue-without-server"))
                .singleElement().satisfies(group -> assertThat(group.queueCount()).isEqualTo(QUEUES));
        assertThat(overview.freshness().unread()).isZero();
        assertThat(queues().list("q1", null, null, null, null).items()).extracting(QueueRow::name)
                .containsExactly("q1", "q10", "q11");
        assertThat(queues().details(Segment.fromString("q5")).queue().pending()).isEqualTo(2);
        assertThat(Searches.all(tasks(), "state:scheduled")).hasSize(2 * QUEUES);
        assertThat(find.find("default", created.id()).queue()).isEqualTo("q5");
        assertThatThrownBy(() -> find.find("default", "nothing")).isInstanceOf(ProblemException.class);
        assertThat(task("q5", created.id()).details().actions()).contains("archive", "delete");
        assertThat(errors.errors("default", "").complete()).isTrue();
        assertThat(servers.servers(null, null, null, null).coverage()).hasSize(QUEUES);
        assertThat(cron.list(null, null, null).items()).isEmpty();
        assertThat(jobs().list().items()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void each_change_can_be_made(Topology topology) {
        start(topology, Clock.systemUTC());
        TaskRow task = create("q1");
        OneTaskResource one = task("q1", task.id());

        one.reschedule("{\"at\":\"2040-01-02T03:04:05Z\"}");
        assertThat(state(task)).isEqualTo(TaskState.SCHEDULED);
        one.run();
        assertThat(state(task)).isEqualTo(TaskState.PENDING);
        one.archive();
        assertThat(state(task)).isEqualTo(TaskState.ARCHIVED);
        assertThat(one.edit("{\"type\":\"other\"}").type()).isEqualTo("other");
        TaskRow copy = one.duplicate("{\"queue\":\"q2\"}");
        assertThat(state(copy)).isEqualTo(TaskState.PENDING);
        // the keys of the two queues are on different nodes, for some of them
        for (int i = 3; i < QUEUES; i++) {
            one.move("{\"queue\":\"q" + i + "\"}");
            one = task("q" + i, task.id());
        }
        assertThat(inspector().tasks().find(task.id())).hasValueSatisfying(found -> assertThat(found.info().queue())
                .isEqualTo("q" + (QUEUES - 1)));
        assertThatThrownBy(one::cancel).isInstanceOf(ProblemException.class);
        assertThatThrownBy(one::unlock).isInstanceOf(ProblemException.class);
        one.delete();
        assertThat(inspector().tasks().find(task.id())).isEmpty();

        queues().pause(Segment.fromString("q3"));
        assertThat(queues().list("q3", null, null, null, null).items().get(0).isPaused()).isTrue();
        queues().resume(Segment.fromString("q3"));
        assertThat(queues().list("q3", null, null, null, null).items().get(0).isPaused()).isFalse();
        assertThat(queues().repairs(Segment.fromString("q3")).items()).isEmpty();
        assertThat(queues().repair(Segment.fromString("q3")).items()).isEmpty();
        queues().delete(Segment.fromString("q3"), true);
        assertThat(queues().list("q3", null, null, null, null).items()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void jobs_run_and_are_in_the_audit_log(Topology topology) {
        start(topology, Clock.systemUTC());
        console.start();
        assertThat(jobs().preview("{\"action\":\"archive\",\"q\":\"state:scheduled\"}").matching())
                .isEqualTo(2 * QUEUES);

        Job job = console.of("default").jobs()
                .create(new Job.Request(BulkAction.ARCHIVE, "state:scheduled", "test", null, true, null), "ann");
        await("the end of the job").atMost(LIMIT).until(() -> jobs().one(job.id()).state() == JobState.DONE);

        assertThat(jobs().one(job.id()).changed()).isEqualTo(2 * QUEUES);
        assertThat(Searches.all(tasks(), "state:archived")).hasSize(2 * QUEUES);
        AuditResource audit = new AuditResource();
        audit.console = console;
        await("the entry of the job").atMost(LIMIT)
                .until(() -> !audit.list("default", null, null, null, null, null, null).items().isEmpty());
        AuditEntry end = audit.list("default", null, null, null, null, null, null).items().get(0);
        assertThat(end.user()).isEqualTo("ann");
        assertThat(end.count()).isEqualTo(2 * QUEUES);
    }

    @ParameterizedTest
    @EnumSource
    void changes_are_sent_to_viewers(Topology topology) {
        start(topology, Clock.systemUTC());
        List<String> events = new CopyOnWriteArrayList<>();
        console.start();
        console.of("default").live().subscribe("ann", new Subscriber() {
            @Override
            public boolean send(String name, String json) {
                events.add(name + " " + json);
                return true;
            }

            @Override
            public void end() {}
        });
        await("an overview").atMost(LIMIT)
                .until(() -> events.stream().anyMatch(event -> event.startsWith("overview ")));

        queues().pause(Segment.fromString("q7"));

        await("the paused queue").atMost(LIMIT)
                .until(() -> events.stream().anyMatch(event -> event.startsWith("queues ")
                        && event.contains("\"name\":\"q7\",\"state\":\"paused\"")));
    }

    @Test
    void the_nodes_of_a_cluster_are_summed_and_have_their_own_slow_logs() {
        start(Topology.CLUSTER, Clock.systemUTC());
        cluster.nodes().forEach(node -> {
            try (Jedis jedis = new Jedis(node.host(), node.port())) {
                jedis.configSet("slowlog-log-slower-than", "0");
                jedis.dbSize();
            }
        });

        RedisInfo info = info();

        assertThat(info.nodes()).hasSize(3).allMatch(RedisInfo.Node::up);
        assertThat(info.memoryBytes())
                .isEqualTo(info.nodes().stream().mapToLong(RedisInfo.Node::memoryBytes).sum());
        assertThat(info.slowLog()).extracting(command -> command.node()).doesNotContainNull()
                .contains(info.nodes().stream().map(RedisInfo.Node::address).toArray(String[]::new));
        assertThat(info.cluster()).containsEntry("cluster_state", "ok");
    }

    @Test
    void with_a_node_down_the_rest_is_shown_and_what_is_missing_is_named() {
        ManualClock clock = ManualClock.startingAt(Instant.now());
        start(Topology.CLUSTER, clock);
        cluster.nodes().forEach(node -> {
            try (Jedis jedis = new Jedis(node.host(), node.port())) {
                jedis.configSet("cluster-require-full-coverage", "no");
            }
        });
        assertThat(console.of("default").monitor().overview().queues()).isEqualTo(QUEUES);
        EmbeddedRedis down = cluster.nodes().stream().filter(TopologyTest::hasNames).findFirst().orElseThrow();

        down.kill();
        clock.advance(Duration.ofSeconds(31));

        Overview overview = Stream.generate(() -> {
            clock.advance(Duration.ofSeconds(16));
            return console.of("default").monitor().overview();
        }).limit(20).filter(read -> read.findings().stream().anyMatch(finding -> finding.code().equals("redis-node")))
                .findFirst().orElseThrow();
        assertThat(overview.queues()).isEqualTo(QUEUES);
        assertThat(overview.freshness().unread()).isBetween(1L, QUEUES - 1L);
        assertThat(queues().list("", null, null, null, null).items()).hasSize(QUEUES);
        assertThat(info().nodes()).filteredOn(node -> !node.up()).extracting(RedisInfo.Node::address)
                .containsExactly(down.host() + ":" + down.port());
    }

    /** Whether a node of the cluster has the set of the names of queues. */
    private static boolean hasNames(EmbeddedRedis node) {
        try (Jedis jedis = new Jedis(node.host(), node.port())) {
            return jedis.exists("asynq:queues");
        } catch (JedisDataException e) {
            return false;
        }
    }

    @Test
    void after_a_failover_of_the_master_behind_sentinels_the_console_goes_on() {
        EmbeddedRedisSentinel sentinel = open(EmbeddedRedisSentinel.start());
        console = open(new TestConsole(sentinel.url(), 10_000, Clock.systemUTC()));
        create("q1");

        sentinel.failover();

        await("the new master").atMost(LIMIT).until(() -> create("q2").queue().equals("q2"));
        console.of("default").monitor().changed();
        assertThat(console.of("default").monitor().overview().queues()).isEqualTo(2);
        assertThat(info().mode()).isEqualTo("standalone");
    }
}
