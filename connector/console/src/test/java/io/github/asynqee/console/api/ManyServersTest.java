package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.view.QueueDetails;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.ServerDetails;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The page of a queue beside many servers, each of which consumes 1,000 queues. */
class ManyServersTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final int SERVERS = 300;
    private static final int QUEUES = 1_000;

    private final Jedis jedis = new Jedis(URI.create(REDIS.url()));
    private final ManualClock clock = ManualClock.startingAt(Instant.now());
    private TestConsole console;

    @BeforeEach
    void publish() {
        REDIS.clear();
        console = new TestConsole(REDIS.url(), 10_000, clock);
        Map<String, Integer> weights = new TreeMap<>();
        for (int i = 0; i < QUEUES; i++) {
            weights.put("a-queue-with-a-long-name-" + i, 1);
        }
        try (AsynqClient client = Asynq.connect(REDIS.url())) {
            for (String queue : List.of("a-queue-with-a-long-name-1", "unserved")) {
                client.enqueue(Task.of("t", "{}").queue(queue));
            }
        }
        for (int i = 0; i < SERVERS; i++) {
            String key = "asynq:servers:{node:1:" + i + "}";
            jedis.set(key.getBytes(), new ServerInfo("node", 1, "id-" + i, 10, weights, false, "active",
                    Instant.now(), 0).toBytes());
            jedis.zadd("asynq:servers", Instant.now().getEpochSecond() + 600, key);
        }
    }

    @AfterEach
    void close() {
        console.close();
        jedis.close();
    }

    private long sentByRedis() {
        Matcher bytes = Pattern.compile("total_net_output_bytes:([0-9]+)").matcher(jedis.info("stats"));
        assertThat(bytes.find()).isTrue();
        return Long.parseLong(bytes.group(1));
    }

    private QueueDetails page(String queue) {
        return new QueuePage(console.of("default"), queue).read();
    }

    @Test
    void a_page_of_a_queue_reads_few_of_the_servers_for_its_findings() {
        List<ServerDetails> servers = console.of("default").monitor().servers();
        long before = sentByRedis();

        QueueDetails page = page("a-queue-with-a-long-name-1");

        assertThat(page.findings()).isEmpty();
        assertThat(sentByRedis() - before).as("all servers are %d", SERVERS * QUEUES * 33L).isLessThan(4_000_000);
        assertThat(mapsOf(servers)).as("maps in memory").hasSize(1);
    }

    private static Set<Map<String, Integer>> mapsOf(List<ServerDetails> servers) {
        assertThat(servers).hasSize(SERVERS);
        Set<Map<String, Integer>> maps = Collections.newSetFromMap(new IdentityHashMap<>());
        servers.forEach(server -> maps.add(server.queues()));
        return maps;
    }

    @Test
    void queues_of_servers_are_filtered_once_for_a_restricted_user() {
        List<ServerDetails> servers = console.of("default").monitor()
                .within(new QueueScope(List.of("*-name-7"))).servers();

        assertThat(mapsOf(servers)).hasSize(1)
                .allSatisfy(queues -> assertThat(queues).containsOnlyKeys("a-queue-with-a-long-name-7"));
    }

    @Test
    void a_queue_that_none_of_many_servers_consumes_is_found() {
        assertThat(page("unserved").findings()).extracting(Finding::code).contains("queue-without-server");
    }

    @Test
    void so_many_servers_are_read_again_after_three_seconds_only() {
        List<ServerDetails> first = console.of("default").monitor().servers();
        clock.advance(Duration.ofMillis(2_500));
        assertThat(console.of("default").monitor().servers() == first).as("not read again").isTrue();
        clock.advance(Duration.ofMillis(2_500));
        assertThat(console.of("default").monitor().servers() == first).as("not read again").isFalse();
    }
}
