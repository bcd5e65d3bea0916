package io.github.asynqee.internal.broker;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.internal.protocol.AttemptRecord;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;

/**
 * A lease and the outcome to write.
 *
 * @param lease the lease
 * @param outcome the outcome
 * @param attempt the record to store with the task; ignored if the outcome deletes the task
 */
public record Settlement(Lease lease, Outcome outcome, AttemptRecord attempt) {

    /** Bytes of messages that one call reads or writes; a larger message is read and written alone. */
    public static final int PORTION = 4 << 20;

    /** Without a record of the attempt. */
    public Settlement(Lease lease, Outcome outcome) {
        this(lease, outcome, AttemptRecord.NONE);
    }

    /**
     * Divides settlements into portions that are written one after the other.
     *
     * @param settlements the settlements
     * @return the portions, in the same order
     */
    public static List<List<Settlement>> portions(List<Settlement> settlements) {
        List<List<Settlement>> portions = new ArrayList<>();
        int begin = 0;
        long bytes = 0;
        for (int i = 0; i < settlements.size(); i++) {
            long size = settlements.get(i).writtenBytes();
            if (bytes > 0 && bytes + size > PORTION) {
                portions.add(settlements.subList(begin, i));
                begin = i;
                bytes = 0;
            }
            bytes += size;
        }
        portions.add(settlements.subList(begin, settlements.size()));
        return portions;
    }

    /** Returns 0 for an outcome that does not change the message. */
    private int writtenBytes() {
        boolean keeps = outcome instanceof Outcome.Revoke || outcome instanceof Outcome.Requeue
                || outcome instanceof Outcome.Done && lease.message().retention().isZero();
        return keeps ? 0 : lease.message().size();
    }

    /** Result of writing a settlement. */
    public sealed interface Result {

        /** The outcome was written. */
        record Settled() implements Result {}

        /** The lease was lost: the task no longer belongs to the caller. Nothing was written. */
        record Lost() implements Result {}

        /**
         * The outcome was not written, or the result is ambiguous. May be retried while the lease is valid.
         *
         * @param error the error; an {@link AmbiguousResultException} if the outcome may have been written
         */
        record Failed(BrokerException error) implements Result {}
    }
}
