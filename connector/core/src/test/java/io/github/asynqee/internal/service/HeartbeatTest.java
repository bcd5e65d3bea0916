package io.github.asynqee.internal.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.asynqee.internal.broker.registry.ServerRegistry;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.junit.jupiter.api.Test;

class HeartbeatTest {

    private static final Instant T0 = Instant.ofEpochSecond(2_000_000_000);

    private final List<String> happened = new ArrayList<>();
    private boolean away;
    private boolean lost;

    private final ServerRegistry registry = new ServerRegistry() {
        @Override
        public boolean write(ServerInfo server, List<WorkerInfo> workers, Duration life) {
            happened.add("write " + server.serverId() + " " + workers.size() + " " + life);
            if (away) {
                throw new BrokerUnavailableException("away", null);
            }
            return lost;
        }

        @Override
        public void registerAgain(Collection<String> queues) {
            happened.add("register " + queues);
        }

        @Override
        public void clear(ServerInfo server) {
            happened.add("clear " + server.serverId());
        }

        @Override
        public List<ServerInfo> servers() {
            return List.of();
        }

        @Override
        public Set<String> served(Collection<String> queues) {
            return Set.of();
        }

        @Override
        public List<WorkerInfo> workers() {
            return List.of();
        }
    };

    private Heartbeat every(Duration interval) {
        return new Heartbeat(registry,
                () -> new Heartbeat.Report(
                        new ServerInfo("h", 7, "id", 10, Map.of("default", 1), false, "active", T0, 0), List.of()),
                interval, () -> List.of("default"));
    }

    @Test
    void what_is_published_is_believed_for_two_beats_and_ten_seconds_at_least() {
        assertThat(every(Duration.ofSeconds(6)).runOnce()).isEqualTo(Duration.ofSeconds(6));
        assertThat(every(Duration.ofMillis(10)).runOnce()).isEqualTo(Duration.ofMillis(10));

        assertThat(happened).containsExactly("write id 0 PT12S", "write id 0 PT10S");
    }

    @Test
    void the_end_deletes_what_was_published_even_if_that_had_an_ambiguous_result() {
        away = true;
        Heartbeat heartbeat = every(Duration.ofSeconds(5));
        assertThatThrownBy(heartbeat::runOnce).isInstanceOf(BrokerUnavailableException.class);

        heartbeat.end();

        assertThat(happened).containsExactly("write id 0 PT10S", "clear id");
    }

    @Test
    void a_server_whose_data_was_lost_registers_the_queues_that_it_consumes() {
        Heartbeat heartbeat = every(Duration.ofSeconds(5));
        heartbeat.runOnce();
        lost = true;
        heartbeat.runOnce();

        assertThat(happened).containsExactly("write id 0 PT10S", "write id 0 PT10S", "register [default]");
    }

    @Test
    void the_queues_are_registered_again_every_minute() {
        Heartbeat heartbeat = every(Duration.ofSeconds(5));
        for (int i = 0; i < 24; i++) {
            heartbeat.runOnce();
        }

        assertThat(happened).filteredOn("register [default]"::equals).hasSize(2);
        assertThat(happened.get(12)).isEqualTo("register [default]");
    }

    @Test
    void without_a_report_nothing_is_deleted() {
        every(Duration.ofSeconds(5)).end();

        assertThat(happened).isEmpty();
    }

    @Test
    void two_servers_in_one_process_are_two() {
        ServerIdentity one = ServerIdentity.create(T0);
        ServerIdentity other = ServerIdentity.create(T0);

        assertThat(one.id()).isNotEqualTo(other.id());
        assertThat(one.host()).isNotBlank().isEqualTo(other.host());
        assertThat(one.pid()).isEqualTo((int) ProcessHandle.current().pid());
    }
}
