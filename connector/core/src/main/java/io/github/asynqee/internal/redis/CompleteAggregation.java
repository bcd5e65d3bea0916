package io.github.asynqee.internal.redis;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.internal.redis.script.NewTaskArguments;

/** The command that stores the aggregate of a staged set and deletes the set. */
final class CompleteAggregation {

    /** The reply if the set does not exist or was reclaimed. */
    static final long SET_IS_GONE = -2;

    private CompleteAggregation() {}

    static RedisCommand command(AggregationSet set, NewTask aggregate, Instant now) {
        QueueKeys keys = QueueKeys.of(set.queue());
        List<TaskMessage> locked = set.messages().stream()
                .filter(member -> member.uniqueKey().startsWith(keys.prefix())).toList();
        RedisCommand command = RedisCommand.script(EngineScript.COMPLETE_AGGREGATION).key(set.key())
                .key(keys.aggregationSets())
                .key(keys.processed(now)).key(keys.processed());
        locked.forEach(member -> command.key(member.uniqueKey()));
        NewTaskArguments.append(command, aggregate, now);
        command.arg(keys.taskPrefix()).arg(UnixTime.seconds(now.plus(UnixTime.KEPT))).arg(SettleBatch.MAX_COUNTER);
        locked.forEach(member -> command.arg(member.id()));
        return command;
    }
}
