package io.github.asynqee.internal.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.internal.statistics.StatisticsUnit;
import io.github.asynqee.internal.statistics.TypeNumbers;
import io.github.asynqee.internal.statistics.WorkerStatistics;

/** The commands that add numbers to the statistics of queues. */
final class StatisticsWrites {

    /** Maximum number of numbers in one call, which changes three hashes. */
    private static final int MAX_NUMBERS = 150;

    private final Instant now;
    private final List<RedisCommand> commands = new ArrayList<>();

    private StatisticsWrites(Instant now) {
        this.now = now;
    }

    static List<RedisCommand> commands(Map<String, List<TypeNumbers>> statistics, Instant now) {
        StatisticsWrites writes = new StatisticsWrites(now);
        statistics.forEach((queue, types) -> writes.add(QueueKeys.of(queue), types));
        return writes.commands;
    }

    private void add(QueueKeys keys, List<TypeNumbers> types) {
        RedisCommand command = null;
        int numbers = 0;
        for (TypeNumbers type : types) {
            if (command == null || numbers >= MAX_NUMBERS) {
                command = begin(keys);
                commands.add(command);
                numbers = 0;
            }
            numbers += add(command, type);
        }
    }

    private RedisCommand begin(QueueKeys keys) {
        RedisCommand command = RedisCommand.script(EngineScript.RECORD_STATISTICS);
        for (StatisticsUnit unit : StatisticsUnit.values()) {
            command.key(unit.key(keys, now)).arg(unit.expiry(now));
        }
        return command.arg(WorkerStatistics.MAX_TYPES).arg(WorkerStatistics.OTHER);
    }

    private static int add(RedisCommand command, TypeNumbers type) {
        List<Object> fields = new ArrayList<>();
        add(fields, "p", type.processed());
        add(fields, "f", type.failed());
        for (int i = 0; i < type.waiting().length; i++) {
            add(fields, "w" + i, type.waiting()[i]);
            add(fields, "r" + i, type.running()[i]);
        }
        command.arg(type.type()).arg(fields.size() / 2);
        fields.forEach(field -> command.arg(field.toString()));
        return fields.size() / 2;
    }

    private static void add(List<Object> fields, String code, long number) {
        if (number != 0) {
            fields.add(code);
            fields.add(number);
        }
    }
}
