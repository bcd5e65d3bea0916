package io.github.asynqee.bench.workload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.subject.Command;

/**
 * Five channels share a queue, and one is slow: its lanes are always busy and most of its tasks wait. {@code tasks/s}
 * is the rate of the other four until they have handled all their tasks, or during 6 s, {@code done-%} the share they
 * handled. Then the slow handlers are released, and the round is checked like all other rounds.
 */
final class SlowChannel extends Setting {

    /** The type prefixes of the channels. */
    static final List<String> PREFIXES = List.of("a:", "b:", "c:", "d:", "e:");

    private static final int SLEEP_MILLIS = 100;
    private static final long WINDOW_MILLIS = 6_000;

    SlowChannel(RunContext run, int concurrency, int tasks) {
        super(run, "channels=5 slow=1 sleep=%dms concurrency=%d each".formatted(SLEEP_MILLIS, concurrency),
                run.scaled(tasks), fiveChannels(concurrency).with("slow", PREFIXES.get(0)).with("sleep", SLEEP_MILLIS));
    }

    static Command fiveChannels(int concurrency) {
        return concurrency(concurrency).with("channels", String.join(",", PREFIXES));
    }

    /** One type per channel. */
    static List<String> types() {
        return PREFIXES.stream().map(prefix -> prefix + "task").toList();
    }

    /** A tenth of the tasks, because the slow channel may block the other channels. */
    @Override
    protected int warmUp() {
        return Math.max(1, tasks() / 10);
    }

    @Override
    protected Round round(Subject subject, int count) {
        String queue = Queues.name(subject);
        List<String> types = types();
        // numbers start at 0, types alternate, and the slow type comes first
        int slow = (count + types.size() - 1) / types.size();
        Handling handling = new Handling(redis(), subject, List.of(queue), count);
        redis().pause(List.of(queue), true);
        redis().fill(queue, 0, count, SIZE, types);
        handling.begin();
        redis().pause(List.of(queue), false);
        Map<String, Double> figures = new LinkedHashMap<>();
        try {
            figures.putAll(rates(subject, count - slow));
        } finally {
            subject.send(Command.of("release"));
        }
        return handling.end().with(figures);
    }

    private static Map<String, Double> rates(Subject subject, int fast) {
        Map<String, Long> others = await(subject, fast, 0);
        Map<String, Long> slow = await(subject, 0, 1);
        long done = others.get("distinct");
        double seconds = done < fast ? WINDOW_MILLIS / 1e3 : (others.get("last") - others.get("first")) / 1e9;
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("done-%", 100.0 * done / Math.max(1, fast));
        if (seconds > 0) {
            figures.put("tasks/s", done / seconds);
            figures.put("slow-tasks/s", slow.get("distinct") / seconds);
        }
        return figures;
    }

    private static Map<String, Long> await(Subject subject, int tasks, int group) {
        return subject
                .send(Command.of("await").with("tasks", tasks).with("group", group).with("within", WINDOW_MILLIS));
    }
}
