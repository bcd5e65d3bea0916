package io.github.asynqee.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.asynqee.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.protocol.SchedulerEntry;
import io.github.asynqee.protocol.ServerInfo;
import io.github.asynqee.protocol.WorkerInfo;

/** What servers and schedulers tell about themselves. */
final class RegistryOperations {

    private static final String HOST = "хост";
    private static final int PID = 42;

    private RegistryOperations() {}

    private static String process(String id) {
        return HOST + ":" + PID + ":" + id;
    }

    record WriteServer(String id, String status, int workers, int life) implements Operation {
        @Override
        public void run(Run run) {
            ServerInfo server = new ServerInfo(HOST, PID, id, 10, Map.of("default", 1), false, status, Run.START,
                    workers);
            List<WorkerInfo> infos = IntStream.range(0, workers).mapToObj(i -> new WorkerInfo(HOST, PID, id, "t" + i,
                    "type", new byte[]{ (byte) 0xff }, "default", run.now(), run.now().plusSeconds(9))).toList();
            run.broker().servers().write(server, infos, Duration.ofSeconds(life));
            Map<String, String> byTask = new LinkedHashMap<>();
            infos.forEach(info -> byTask.put(info.taskId(), Raw.of(info.toBytes())));
            run.registries().writeServer(process(id), Raw.of(server.toBytes()), byTask, life);
        }
    }

    record ClearServer(String id) implements Operation {
        @Override
        public void run(Run run) {
            run.broker().servers()
                    .clear(new ServerInfo(HOST, PID, id, 10, Map.of(), false, "closed", Instant.EPOCH, 0));
            run.model().registries.clearServer(process(id));
        }
    }

    record ListServers() implements Operation {
        @Override
        public void run(Run run) {
            List<ServerInfo> servers = run.broker().servers().servers();
            List<WorkerInfo> workers = run.broker().servers().workers();
            Space space = run.model().space;
            run.expect(run.registries().live(Names.SERVERS).stream().filter(space::exists).map(space::get).sorted()
                    .toList(), servers.stream().map(info -> Raw.of(info.toBytes())).sorted().toList());
            run.expect(run.registries().live(Names.WORKERS).stream().flatMap(key -> space.hvals(key).stream()).sorted()
                    .toList(), workers.stream().map(info -> Raw.of(info.toBytes())).sorted().toList());
        }
    }

    record WriteEntries(String scheduler, int entries, int life) implements Operation {
        @Override
        public void run(Run run) {
            List<SchedulerEntry> all = IntStream.range(0, entries).mapToObj(i -> new SchedulerEntry("e" + i, "@daily",
                    "тип", new byte[]{ (byte) i }, List.of("MaxRetry(3)"), run.now(), null)).toList();
            run.broker().schedulers().write(process(scheduler), all, Duration.ofSeconds(life));
            run.registries().writeEntries(process(scheduler), all.stream().map(e -> Raw.of(e.toBytes())).toList(),
                    life);
        }
    }

    record ClearEntries(String scheduler) implements Operation {
        @Override
        public void run(Run run) {
            run.broker().schedulers().clear(process(scheduler));
            run.model().registries.clearEntries(process(scheduler));
        }
    }

    record ListEntries() implements Operation {
        @Override
        public void run(Run run) {
            List<SchedulerEntry> entries = run.broker().schedulers().entries();
            Space space = run.model().space;
            run.expect(run.registries().live(Names.SCHEDULERS).stream().flatMap(key -> space.lrange(key).stream())
                    .sorted().toList(), entries.stream().map(e -> Raw.of(e.toBytes())).sorted().toList());
        }
    }

    record Record(String entry, String taskId, int secondsAgo) implements Operation {
        @Override
        public void run(Run run) {
            SchedulerEnqueueEvent event = new SchedulerEnqueueEvent(taskId, run.now().minusSeconds(secondsAgo));
            run.broker().schedulers().record(entry, event);
            run.registries().record(entry, Raw.of(event.toBytes()), event.enqueuedAt().getEpochSecond());
        }
    }

    record History(String entry, int size) implements Operation {
        @Override
        public void run(Run run) {
            List<SchedulerEnqueueEvent> page = run.broker().schedulers().history(entry, 1, size);
            List<String> all = new ArrayList<>(run.model().space.zrange(GoRegistries.historyKey(entry)));
            Collections.reverse(all);
            run.expect(all.stream().limit(size).toList(),
                    page.stream().map(event -> Raw.of(event.toBytes())).toList());
        }
    }

    record ClearHistory(String entry) implements Operation {
        @Override
        public void run(Run run) {
            run.broker().schedulers().clearHistory(entry);
            run.model().registries.clearHistory(entry);
        }
    }
}
