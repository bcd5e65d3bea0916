package io.github.asynqee.internal.redis;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.AttemptRecord;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.script.EngineScript;

/** The command that settles members of a staged set. */
final class SettleMembers {

    private final QueueKeys keys;
    private final Instant now;
    private final RedisCommand command = RedisCommand.script(EngineScript.SETTLE_MEMBERS);

    private SettleMembers(String queue, Instant now) {
        this.keys = QueueKeys.of(queue);
        this.now = now;
    }

    static RedisCommand command(AggregationSet set, List<MemberSettlement> settlements, Instant now) {
        SettleMembers members = new SettleMembers(set.queue(), now);
        members.begin(set);
        members.command.arg(AttemptRecord.FIELD)
                .arg(settlements.stream().mapToInt(settlement -> settlement.attempt().historySize()).max().orElse(0));
        settlements.forEach(settlement -> members.command.key(members.keys.task(settlement.message().id())));
        settlements.forEach(members::add);
        return members.command;
    }

    private void begin(AggregationSet set) {
        command.key(set.key()).key(keys.aggregationSets()).key(keys.group(set.group())).key(keys.groups())
                .key(keys.retry()).key(keys.archived()).key(keys.processed(now)).key(keys.failed(now))
                .key(keys.processed()).key(keys.failed());
        command.arg(set.group()).arg(UnixTime.seconds(now.plus(UnixTime.KEPT))).arg(SettleBatch.MAX_COUNTER)
                .arg(UnixTime.seconds(now)).arg(UnixTime.seconds(now.minus(UnixTime.KEPT)))
                .arg(SettleBatch.MAX_ARCHIVE_SIZE)
                .arg(keys.taskPrefix()).arg(PrivateFields.RECOVERIES);
    }

    private void add(MemberSettlement settlement) {
        TaskMessage message = settlement.message();
        Outcome outcome = settlement.outcome();
        command.arg(message.id());
        if (outcome instanceof Outcome.Retry retry) {
            command.arg("retry").arg(0).arg(message.failed(retry.error(), now, retry.failure()).toBytes())
                    .arg(UnixTime.seconds(retry.at())).arg(retry.failure() ? 1 : 0);
        } else if (outcome instanceof Outcome.Archive archive) {
            command.arg("archive").arg(0).arg(message.failed(archive.error(), now, false).toBytes()).arg(0).arg(1);
        } else if (outcome instanceof Outcome.Requeue) {
            command.arg("return").arg(0).arg("").arg(0).arg(0);
        } else {
            command.arg("delete").arg(lockIndex(message)).arg("").arg(0).arg(0);
        }
        command.arg(settlement.attempt().line());
    }

    /** Index of the lock's key, 0 for none. Taken from the message because Go producers do not store it in the hash. */
    private int lockIndex(TaskMessage message) {
        if (!message.uniqueKey().startsWith(keys.prefix())) {
            return 0;
        }
        command.key(message.uniqueKey());
        return command.keyCount();
    }
}
