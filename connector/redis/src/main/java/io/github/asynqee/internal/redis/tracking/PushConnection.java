package io.github.asynqee.internal.redis.tracking;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.PushMessage;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A RESP3 connection outside the pool on which Redis reports changes of keys at any time. Once it is {@linkplain
 * #handOver handed over}, one thread {@linkplain #listen reads all that Redis sends}; other threads send commands, one
 * at a time, and get the replies from the reading thread. It never reconnects.
 */
final class PushConnection extends Connection {

    private static final String INVALIDATE = "invalidate";

    /**
     * The replies that were received and not yet taken. When the connection is closed, the last element is an error
     * that stays.
     */
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private long answerMillis;
    private volatile boolean handedOver;

    private record Answer(Object reply, JedisException error) {}

    private PushConnection(HostAndPort node, JedisClientConfig config) {
        super(node, config);
    }

    /**
     * Connects to a node.
     *
     * @throws BrokerException if the node does not speak RESP3
     */
    static PushConnection to(HostAndPort node, JedisClientConfig config) {
        try {
            return new PushConnection(node, config);
        } catch (JedisAccessControlException e) {
            // a wrong password is not a refusal, because it may be corrected at any time
            throw e;
        } catch (JedisDataException e) {
            throw RedisErrors.refused("HELLO 3", e);
        }
    }

    /**
     * From now on replies are read by the thread that listens.
     *
     * @param longestSilence time without any data after which the listener fails; no command waits longer for its reply
     */
    void handOver(Duration longestSilence) {
        answerMillis = Math.min(getSoTimeout(), longestSilence.toMillis());
        setSoTimeout((int) longestSilence.toMillis());
        handedOver = true;
    }

    /**
     * Reads replies and notifications until the connection fails. Then throws the exception of the connection.
     *
     * @param onKeys receives the names of changed keys, {@code null} for all keys; must return at once
     */
    void listen(Consumer<List<?>> onKeys) {
        addPushConsumer(push -> {
            PushMessage message = push.getMessage();
            if (INVALIDATE.equals(Replies.text(message.getType()))) {
                onKeys.accept((List<?>) message.getContent().get(1));
            }
            return push;
        });
        while (true) {
            try {
                answers.add(new Answer(super.readProtocolWithCheckingBroken(), null));
            } catch (JedisDataException e) {
                answers.add(new Answer(null, e));
            }
        }
    }

    @Override
    protected Object readProtocolWithCheckingBroken() {
        return handedOver ? nextAnswer() : super.readProtocolWithCheckingBroken();
    }

    private Object nextAnswer() {
        Answer answer = awaitAnswer();
        if (answer == null) {
            setBroken();
            throw new JedisConnectionException("no reply within " + answerMillis + " ms");
        }
        if (answer.error() instanceof JedisConnectionException) {
            answers.add(answer);
        }
        if (answer.error() != null) {
            throw answer.error();
        }
        return answer.reply();
    }

    /** Waits for the next reply. Ignores interrupts, as a read from a socket does. */
    private Answer awaitAnswer() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(answerMillis);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answers.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void connect() {
        if (handedOver && !isConnected()) {
            throw new JedisConnectionException("the connection is closed");
        }
        super.connect();
    }

    /** Closes the connection at once, also while other threads wait for data. */
    void closeNow() {
        try {
            forceDisconnect();
        } catch (IOException e) {
            // the connection is closed already
            return;
        } finally {
            answers.add(new Answer(null, new JedisConnectionException("the connection is closed")));
        }
    }
}
