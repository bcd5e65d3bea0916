package io.github.asynqee.bench.peers.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

import org.junit.jupiter.api.Test;

class PeerCommandsTest {

    private final MemorySystem system = new MemorySystem();
    private final PeerCommands commands = new PeerCommands(() -> system);

    /** Handles a task when it is stored, or when it is resumed. */
    private static final class MemorySystem implements JobSystem {

        private final Queue<byte[]> waiting = new ArrayDeque<>();
        private boolean paused;
        private int batches;

        @Override
        public synchronized void enqueueEach(List<byte[]> payloads) {
            waiting.addAll(payloads);
            handle();
        }

        @Override
        public synchronized void enqueueAll(List<byte[]> payloads) {
            batches++;
            enqueueEach(payloads);
        }

        @Override
        public synchronized void pause(boolean value) {
            paused = value;
            handle();
        }

        private void handle() {
            while (!paused && !waiting.isEmpty()) {
                Ledger.started(waiting.remove());
            }
        }

        @Override
        public synchronized long left() {
            return waiting.size();
        }
    }

    @Test
    void handlesWhatWasStoredWhilePaused() {
        commands.reply("pause");
        commands.reply("expect tasks=2500");

        assertThat(commands.reply("enqueue mode=bulk tasks=2500 size=100")).startsWith("ok nanos=");
        assertThat(system.batches).isEqualTo(3);
        assertThat(commands.reply("left")).isEqualTo("ok left=2500");
        assertThat(commands.reply("await tasks=2500 within=0")).contains("distinct=0");

        assertThat(commands.reply("resume")).isEqualTo("ok");
        assertThat(commands.reply("await tasks=2500 within=0")).contains("distinct=2500", "duplicates=0",
                "unexpected=0");
    }

    @Test
    void countsATaskThatIsHandledAgain() {
        commands.reply("expect tasks=1");
        commands.reply("enqueue mode=single tasks=1 size=100");
        commands.reply("enqueue mode=single tasks=2 size=100");

        assertThat(commands.reply("await tasks=1 within=0")).contains("duplicates=1", "unexpected=1");
    }

    @Test
    void numbersTasksOnceAtARateAndWithPauses() {
        commands.reply("expect tasks=50");
        assertThat(commands.reply("produce tasks=50 rate=5000 size=16")).isEqualTo("ok");
        assertThat(commands.reply("await tasks=50 within=0")).contains("distinct=50", "duplicates=0");

        commands.reply("expect tasks=3");
        assertThat(commands.reply("produce tasks=3 from=0 to=1 size=16")).isEqualTo("ok");
        assertThat(commands.reply("await tasks=3 within=0")).contains("distinct=3", "duplicates=0");
    }

    @Test
    void saysWhatIsWrong() {
        assertThat(commands.reply("jump")).contains("failed: ").contains("unknown command \"jump\"");
        assertThat(commands.reply("enqueue mode=all tasks=1 size=16")).contains("mode is single or bulk, not all");
    }
}
