package io.github.asynqee.internal.feature;

import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.redis.BrokerException;

/**
 * How a feature extends the writing of outcomes. It receives the settlements whose lease has a note of a rule, see
 * {@link Lease#admitted}. It is not called if there are none.
 */
public interface SettleHook {

    /**
     * Sends the commands that must succeed before the outcomes are written.
     *
     * @param admitted the settlements
     * @return the settlements that must not be written, by identity, each with the error
     */
    Map<Settlement, BrokerException> before(List<Settlement> admitted);

    /**
     * The commands after the outcomes, sent in the same round trip.
     *
     * @param admitted the settlements
     * @return the commands
     */
    List<RedisCommand> after(List<Settlement> admitted);

    /**
     * Receives the replies to {@link #after}. A node that did not know the script of an outcome has executed the
     * commands before the outcome.
     *
     * @param admitted the settlements
     * @param replies the replies
     */
    void finish(List<Settlement> admitted, List<Reply> replies);

    /**
     * All results are known. Some outcomes may not have been written.
     *
     * @param admitted the settlements
     */
    void written(List<Settlement> admitted);
}
