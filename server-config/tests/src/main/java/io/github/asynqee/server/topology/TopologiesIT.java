package io.github.asynqee.server.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.fixtures.SlotMove;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.server.Figures;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One server with the console and a sample for each of three kinds of Redis: two WARs, and an EAR that also uses a
 * fourth Redis. Masters die and slots move while tasks are sent. The console and the command line show and change the
 * data of each Redis.
 */
@EnabledIfSystemProperty(named = "asynq.test.topologies", matches = "true", disabledReason = "NO KIND OF REDIS BUT A SINGLE SERVER WAS TESTED ON THIS APPLICATION SERVER: only with -Ptopologies")
class TopologiesIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String URL = "mp.messaging.connector.asynq.url";

    private static final int KEYS_AT_ONCE = 20;
    private static final String FOREIGN = "&tls-server=redis.example.com";

    private static Redises redises;
    private static ServerProcess server;

    @BeforeAll
    static void start() {
        redises = new Redises();
        server = ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.home())
                .instance(ServerUnderTest.workFile("topologies")).ports(ServerPorts.free())
                .application(Archives.console(Map.of("sentinel", redises.sentinel().url(), "cluster",
                        redises.cluster().url(), "secure", redises.secureUrl("console"), "elsewhere",
                        redises.secureUrl("console") + FOREIGN, "plain",
                        redises.plain().url(), "proxy", redises.proxyUrl())))
                .beside(Archives.sample("cluster", Map.of(URL, redises.cluster().url())))
                .beside(Archives.sample("sentinel", Map.of(URL, redises.sentinel().url())))
                .beside(Archives.enterprise("secure",
                        Map.of(URL, redises.secureUrl("worker"), "mp.messaging.outgoing.welcomes-out.url",
                                redises.plain().url(), "mp.messaging.incoming.welcomes.url", redises.plain().url(),
                                "mp.messaging.outgoing.follow-ups-out.url", redises.secureUrl("producer"))))
                .start();
        Figures.add("a server with three applications and the console is ready after %d s"
                .formatted(server.awaitReady(Duration.ofSeconds(240)).toSeconds()));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        if (redises != null) {
            redises.close();
        }
    }

    private static URI application(String name) {
        return server.application().resolve(name + "/");
    }

    private static int readiness() {
        return ServerUnderTest.get(server.readiness()).statusCode();
    }

    private static String url(String name) {
        return switch (name) {
            case "sentinel" -> redises.sentinel().url();
            case "cluster" -> redises.cluster().url();
            case "secure" -> redises.secureUrl("operator");
            case "proxy" -> redises.proxyUrl();
            default -> redises.plain().url();
        };
    }

    /** Every task that was accepted has run. */
    private static void assertAllRan(Load load, String url, String name) {
        load.awaitMore(200);
        load.stop();
        try (Inspector inspector = Inspectors.connect(url)) {
            await().atMost(LIMIT).pollInterval(Duration.ofSeconds(1)).untilAsserted(
                    () -> assertThat(load.notRun(inspector)).as(load.figures()).isEmpty());
            assertThat(inspector.queues().info("default").active()).isZero();
        }
        Figures.add(name + ": " + load.figures() + ", none lost");
    }

    @Test
    void no_task_is_lost_when_the_master_dies_that_sentinels_watch() {
        ConsoleClient console = ConsoleClient.on(server.application(), "sentinel");
        try (Load load = Load.on(application("sentinel"), "failover")) {
            load.awaitMore(200);
            assertThat(readiness()).isEqualTo(200);
            long start = System.nanoTime();
            redises.sentinel().master().kill();
            // more than the tasks that may have been accepted before
            int goal = load.accepted() + 20;
            // an outage of few seconds may be over before readiness asks Redis again
            await().atMost(LIMIT).pollInterval(Duration.ofMillis(100)).until(
                    () -> !state(console).equals("fresh") || readiness() == 503 || load.accepted() >= goal);
            await().atMost(LIMIT).until(() -> load.accepted() >= goal);
            Figures.add("Sentinel: tasks are accepted %.1f s after the master was killed"
                    .formatted((System.nanoTime() - start) / 1e9));
            await().atMost(LIMIT).until(() -> readiness() == 200 && state(console).equals("fresh"));
            assertAllRan(load, redises.sentinel().url(), "Sentinel, master killed");
        }
    }

    /** The page's state: the banner appears with stale values. */
    private static String state(ConsoleClient console) {
        HttpResponse<String> overview = console.get("overview");
        if (overview.statusCode() != 200) {
            assertThat(overview.body()).contains("redis-unavailable");
            return "unavailable";
        }
        return ConsoleClient.json(overview).getBoolean("stale", false) ? "stale" : "fresh";
    }

    private static int slotOf(String queue) {
        return SlotMove.slotOf("asynq:{" + queue + "}:pending");
    }

    @Test
    void no_task_is_lost_when_slots_of_a_cluster_move_and_a_master_dies() {
        List<EmbeddedRedis> nodes = redises.cluster().nodes();
        List<EmbeddedRedis> masters = nodes.subList(0, 3);
        int slot = slotOf("default");
        try (Load load = Load.on(application("cluster"), "moved")) {
            load.awaitMore(200);
            int keys = 0;
            for (int to : new int[]{ 2, 0 }) {
                keys += SlotMove.begin(nodes, slot, masters.get(to)).end(KEYS_AT_ONCE);
                load.awaitMore(50);
            }
            for (String queue : List.of("critical", "low")) {
                keys += SlotMove.begin(nodes, slotOf(queue), masters.get(0)).end(KEYS_AT_ONCE);
            }
            for (int empty = 10_000; empty < 10_020; empty++) {
                SlotMove.begin(nodes, empty, masters.get(0)).end(KEYS_AT_ONCE);
            }
            Figures.add("Cluster: %d keys of 24 slots moved under load".formatted(keys));
            load.awaitMore(100);
            long start = System.nanoTime();
            masters.get(0).kill();
            await().atMost(LIMIT).ignoreExceptions()
                    .until(() -> SlotMove.masterOf(nodes, slot) != masters.get(0));
            load.awaitMore(1);
            Figures.add("Cluster: tasks of the master's queue are accepted %.1f s after it was killed"
                    .formatted((System.nanoTime() - start) / 1e9));
            await().atMost(LIMIT).until(() -> readiness() == 200);
            assertAllRan(load, redises.cluster().url(), "Cluster, slots moved and a master killed");
        }
    }

    @Test
    void a_worker_needs_its_certificate_and_its_documented_rights_only() {
        try (Load load = Load.on(application("secure"), "secure")) {
            load.awaitMore(100);
            assertAllRan(load, redises.secureUrl("operator"), "TLS with client certificate, ACL user");
        }
        assertThat(redises.refusals()).isEmpty();
    }

    @Test
    void an_enterprise_application_uses_two_redis_at_once() {
        HttpResponse<String> subscribed = ServerUnderTest.post(
                application("secure").resolve("api/subscriptions").toString(),
                "{\"name\":\"Ann\",\"email\":\"ann@paper.boat\"}");
        assertThat(subscribed.statusCode()).as(subscribed.body()).isEqualTo(202);
        try (Inspector plain = Inspectors.connect(redises.plain().url());
                Inspector secure = Inspectors.connect(redises.secureUrl("operator"))) {
            await().atMost(LIMIT).until(() -> plain.queues().names().contains("critical")
                    && plain.queues().info("critical").processed() == 1);
            assertThat(secure.queues().info("low").scheduled()).as("the follow-up, by the user producer").isEqualTo(1);
            // a worker that consumes a queue registers its name after a minute
            assertThat(plain.queues().infos(plain.queues().names())).filteredOn(queue -> queue.queue().equals("low"))
                    .allMatch(queue -> queue.size() + queue.processed() == 0);
        }
        assertThat(ServerUnderTest.get(server.readiness()).body()).contains("redis " + redises.plain().url(),
                "redis rediss://worker:***@localhost", "redis rediss://producer:***@localhost");
        assertThat(redises.refusals()).isEmpty();
    }

    /** The codecs are in {@code lib/}, the bean that has the keys is in the WAR. */
    @Test
    void an_enterprise_application_encrypts_by_the_keys_of_its_war() {
        HttpResponse<String> ran = ServerUnderTest.post(
                application("secure").resolve("api/examples/EncryptionExample").toString(), "");
        assertThat(ran.statusCode()).as(ran.body()).isBetween(200, 299);
        try (Inspector secure = Inspectors.connect(redises.secureUrl("operator"))) {
            TaskInfo ended = await().atMost(LIMIT).until(() -> secure.tasks().get("examples", "referral-1").info(),
                    task -> task.state() == TaskState.COMPLETED || !task.lastError().isEmpty());
            assertThat(ended.state()).as(ended.lastError()).isEqualTo(TaskState.COMPLETED);
            assertThat(ended.headers()).containsEntry("payload-codec", "deflate,aes-gcm")
                    .containsEntry("payload-key", "2026");
            assertThat(new String(ended.payload(), StandardCharsets.ISO_8859_1)).doesNotContain("Ada");
        }
    }

    @Test
    void a_certificate_for_another_host_is_refused() {
        HttpResponse<String> queues = ConsoleClient.on(server.application(), "elsewhere").get("queues");
        assertThat(queues.statusCode()).as(queues.body()).isEqualTo(503);
        assertThat(new CommandLine(redises.secureUrl("operator") + FOREIGN).fail("queue", "ls"))
                .contains("redis.example.com", "tls-server");
    }

    /** The container of WildFly, one for all modules, calls handlers in the context of the EAR, which has no {@code java:comp}. */
    @Test
    void handlers_of_an_enterprise_application_have_the_names_of_their_module_on_open_liberty_only() {
        HttpResponse<String> accepted = ServerUnderTest.post(application("secure").resolve("api/tasks").toString(),
                "{\"type\":\"play:tx\",\"id\":\"tx\",\"maxRetry\":0,\"retentionSeconds\":60,\"payload\":{\"fail\":false}}");
        assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(201);
        try (Inspector secure = Inspectors.connect(redises.secureUrl("operator"))) {
            TaskInfo ended = await().atMost(LIMIT).until(() -> secure.tasks().get("default", "tx").info(),
                    task -> task.state() == TaskState.COMPLETED || task.state() == TaskState.ARCHIVED);
            if (ServerUnderTest.server() == AppServer.LIBERTY) {
                assertThat(ended.state()).as(ended.lastError()).isEqualTo(TaskState.COMPLETED);
            } else {
                assertThat(ended.lastError()).contains("java:comp/TransactionSynchronizationRegistry");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "sentinel", "cluster", "secure", "plain", "proxy" })
    void the_console_shows_and_changes(String name) {
        ConsoleClient console = ConsoleClient.on(server.application(), name);
        ConsoleSteps.all(console);
        assertThat(redises.refusals()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "sentinel", "cluster", "secure", "proxy" })
    void the_command_line_shows_and_changes(String name) {
        CommandLine asynq = new CommandLine(url(name));
        asynq.run("task", "enqueue", "-t", "made:here", "-q", "shell", "-i", "s1", "-l", "{}");
        assertThat(asynq.run("task", "ls", "-q", "shell", "-s", "pending", "-o", "csv")).contains("s1,made:here");
        asynq.run("task", "archiveall", "-q", "shell", "-s", "pending", "--type", "made");
        assertThat(asynq.run("stats", "-o", "json")).contains("\"shell\"");
        assertThat(asynq.run("task", "search", "--id", "s1", "-o", "csv")).contains("shell,archived,s1");
        asynq.run("queue", "rm", "shell", "--force", "--yes");
        assertThat(asynq.fail("task", "ls", "-q", "shell", "-s", "pending")).contains("shell");
        assertThat(redises.refusals()).isEmpty();
    }
}
