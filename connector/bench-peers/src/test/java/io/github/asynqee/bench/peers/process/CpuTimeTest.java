package io.github.asynqee.bench.peers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;

import org.junit.jupiter.api.Test;

class CpuTimeTest {

    private static final long SHARE_NANOS = 100_000_000;

    @Test
    void countsChildrenThatHaveEnded() throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c",
                "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; echo ready; read line").start();
        try {
            assertThat(shell.inputReader().readLine()).isEqualTo("ready");

            assertThat(CpuTime.ofTree(shell.pid())).isGreaterThan(SHARE_NANOS);
        } finally {
            shell.destroy();
        }
    }

    @Test
    void refusesAProcessThatHasEnded() throws IOException, InterruptedException {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();

        assertThatIllegalStateException().isThrownBy(() -> CpuTime.ofTree(ended.pid()));
    }
}
