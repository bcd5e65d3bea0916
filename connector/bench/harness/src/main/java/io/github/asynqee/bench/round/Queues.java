package io.github.asynqee.bench.round;

import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.internal.protocol.QueueKeys;

/**
 * The queues of a contender, of which there may be a thousand: what is asked about them is one command for all.
 *
 * @param redis where they are
 * @param names at least one
 */
public record Queues(RedisMeter redis, List<String> names) {

    /** More than a few are looked into by this: what {@link RedisMeter#leftovers} tells of each would take seconds. */
    private static final int FEW = 3;
    /** ARGV names of queues; replies with a line for each that is not empty. */
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

    /**
     * The queues that a contender has for itself.
     *
     * @param redis where
     * @param contender whose
     * @param count how many
     * @return them, all of them without tasks
     */
    public static Queues of(RedisMeter redis, Contender contender, int count) {
        return new Queues(redis, IntStream.range(0, count).mapToObj(i -> Drain.queue(contender) + "-" + i).toList());
    }

    /** @return the names as a start wants them, with equal priorities */
    public String equal() {
        return String.join(",", names.stream().map(name -> name + ":1").toList());
    }

    /** @return how many tasks were processed: of all days, so that it does not matter when midnight is */
    public long processed() {
        Stream<String> keys = names.stream().map(name -> QueueKeys.of(name).processed());
        String counts = redis.command(Stream.concat(Stream.of("MGET"), keys).toArray(String[]::new));
        return counts.lines().filter(count -> !count.isEmpty()).mapToLong(Long::parseLong).sum();
    }

    /** @return empty if all tasks are gone; otherwise which keys have how many */
    public String leftovers() {
        if (names.size() > FEW) {
            return redis
                    .command(Stream.concat(Stream.of("EVAL", LEFTOVERS, "0"), names.stream()).toArray(String[]::new))
                    .replace("\n", "; ");
        }
        StringJoiner all = new StringJoiner("; ");
        for (String name : names) {
            String left = redis.leftovers(name);
            if (!left.isEmpty()) {
                all.add(names.size() == 1 ? left : name + ": " + left);
            }
        }
        return all.toString();
    }
}
