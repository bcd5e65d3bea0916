package io.github.asynqee.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.peers.process.PeerKind;
import io.github.asynqee.bench.report.Measurement;
import org.junit.jupiter.api.Test;

class SummaryTest {

    @Test
    void hasMediansOfValidRoundsAndTellsOfVoidOnes() {
        Summary summary = new Summary(List.of(round(1, 100, ""), round(2, 300, ""), round(3, 9_000, "1 handled again"),
                new Measurement("latency", "idle", PeerKind.JMS_DISK.title(), 1, Map.of("p50-ms", 1.25, "p99-ms", 7.0),
                        "")));

        assertThat(summary.markdown().lines()).filteredOn(line -> line.contains("persistent"))
                .containsExactly("| JMS on WildFly, persistent | 200, 1 of 3 void | – | –, 1 of 3 void | – "
                        + "| 1.25 / 7.0 | – / – | – / – | – |");
    }

    private static Measurement round(int number, double perSecond, String fault) {
        return new Measurement("drain", "concurrency=10", PeerKind.JMS_DISK.title(), number,
                Map.of("tasks/s", perSecond), fault);
    }
}
