package io.github.asynqee.broker;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.protocol.PrivateFields;
import io.github.asynqee.protocol.QueueKeys;
import io.github.asynqee.protocol.TaskMessage;

/** The call that ends an aggregation for members of a staged set. */
final class SettleMembers {

    private final QueueKeys keys;
    private final Instant now;
    private final RedisCall call = RedisCall.script(Script.SETTLE_MEMBERS);

    private SettleMembers(String queue, Instant now) {
        this.keys = QueueKeys.of(queue);
        this.now = now;
    }

    static RedisCall call(AggregationSet set, List<MemberSettlement> settlements, Instant now) {
        SettleMembers members = new SettleMembers(set.queue(), now);
        members.begin(set);
        settlements.forEach(settlement -> members.call.key(members.keys.task(settlement.message().id())));
        settlements.forEach(members::add);
        return members.call;
    }

    private void begin(AggregationSet set) {
        call.key(set.key()).key(keys.aggregationSets()).key(keys.group(set.group())).key(keys.groups())
                .key(keys.retry()).key(keys.archived()).key(keys.processed(now)).key(keys.failed(now))
                .key(keys.processed()).key(keys.failed());
        call.arg(set.group()).arg(Times.seconds(now.plus(Times.KEPT))).arg(SettleBatch.MAX_COUNTER)
                .arg(Times.seconds(now)).arg(Times.seconds(now.minus(Times.KEPT))).arg(SettleBatch.MAX_ARCHIVE_SIZE)
                .arg(keys.taskPrefix()).arg(PrivateFields.RECOVERIES);
    }

    private void add(MemberSettlement settlement) {
        TaskMessage message = settlement.message();
        Outcome outcome = settlement.outcome();
        call.arg(message.id());
        if (outcome instanceof Outcome.Retry retry) {
            call.arg("retry").arg(0).arg(message.failed(retry.error(), now, retry.failure()).toBytes())
                    .arg(Times.seconds(retry.at())).arg(retry.failure() ? 1 : 0);
        } else if (outcome instanceof Outcome.Archive archive) {
            call.arg("archive").arg(0).arg(message.failed(archive.error(), now, false).toBytes()).arg(0).arg(1);
        } else if (outcome instanceof Outcome.Requeue) {
            call.arg("return").arg(0).arg("").arg(0).arg(0);
        } else {
            call.arg("delete").arg(lockIndex(message)).arg("").arg(0).arg(0);
        }
    }

    /** The message names the lock where the hash does not, as with tasks of Go producers. */
    private int lockIndex(TaskMessage message) {
        if (!message.uniqueKey().startsWith(keys.prefix())) {
            return 0;
        }
        call.key(message.uniqueKey());
        return call.keyCount();
    }
}
