package io.github.asynqee.bench.redis;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.internal.protocol.QueueKeys;

/**
 * The queues of a subject. There may be a thousand: each method sends one command for all queues of a master.
 *
 * @param redis where they are
 * @param names at least one
 */
public record Queues(RedisMeter redis, List<String> names) {

    /** ARGV: names of queues. Reply: a line for each queue that is not empty. */
    private static final String LEFTOVERS = """
            local hashes, lines = {}, {}
            for _, key in ipairs(redis.call('KEYS', 'asynq:{*}:t:*')) do
              local queue = key:match('^asynq:{([^}]*)}')
              hashes[queue] = (hashes[queue] or 0) + 1
            end
            for _, queue in ipairs(ARGV) do
              local prefix, line = 'asynq:{' .. queue .. '}:', ''
              for _, list in ipairs({'pending', 'active'}) do
                local count = redis.call('LLEN', prefix .. list)
                if count > 0 then line = line .. ', ' .. list .. ' has ' .. count end
              end
              for _, set in ipairs({'lease', 'scheduled', 'retry', 'archived', 'completed'}) do
                local count = redis.call('ZCARD', prefix .. set)
                if count > 0 then line = line .. ', ' .. set .. ' has ' .. count end
              end
              if hashes[queue] then line = line .. ', t:* has ' .. hashes[queue] end
              if line ~= '' then lines[#lines + 1] = queue .. ': ' .. line:sub(3) end
            end
            return lines
            """;

    /** Copies the names. */
    public Queues {
        names = List.copyOf(names);
    }

    /** The queue of a subject. */
    public static String name(Subject subject) {
        return "bench-" + subject.id();
    }

    /** Several queues of a subject. */
    public static Queues of(RedisMeter redis, Subject subject, int count) {
        return new Queues(redis, IntStream.range(0, count).mapToObj(i -> name(subject) + "-" + i).toList());
    }

    /** The pattern of these queues for a command {@code start}. */
    public static String pattern(Subject subject) {
        return name(subject) + "-*:1";
    }

    /** The names for a command {@code start}, with equal priorities. */
    public String equalPriorities() {
        return String.join(",", names.stream().map(name -> name + ":1").toList());
    }

    /** The number of processed tasks, of all days, so that midnight does not matter. */
    public long processed() {
        return redis.sum(names, queue -> QueueKeys.of(queue).processed());
    }

    /** Returns which tasks are left in each queue, with their numbers by state; an empty text if no tasks are left. */
    public String leftovers() {
        return redis.byMaster(names).stream()
                .map(own -> redis.commandAt(own.get(0), Stream.concat(Stream.of("EVAL", LEFTOVERS, "0"), own.stream())
                        .toArray(String[]::new)))
                .filter(lines -> !lines.isEmpty()).map(lines -> lines.replace("\n", "; "))
                .collect(Collectors.joining("; "));
    }
}
