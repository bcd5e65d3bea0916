package io.github.asynqee.internal.redis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import io.github.asynqee.internal.broker.watch.QueueChanges;
import io.github.asynqee.internal.broker.watch.QueueEnds;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.tracking.TrackedReads;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/** {@link QueueChanges} on {@link TrackedReads}. */
final class RedisQueueChanges implements QueueChanges {

    private final TrackedReads reads;
    /** Key to the notification of its change. */
    private final Map<String, Runnable> notifications = new ConcurrentHashMap<>();
    private final Consumer<String> onChange = this::changed;
    private volatile Listener listener;

    RedisQueueChanges(TrackedReads reads) {
        this.reads = reads;
    }

    @Override
    public void start(Collection<String> queues, ThreadFactory threads, Listener receiver) {
        listener = receiver;
        add(queues);
        reads.addListener(onChange);
        reads.start(threads);
    }

    @Override
    public Collection<String> queues() {
        notifications.put(GlobalKeys.QUEUES, listener::queuesChanged);
        return Replies.list(reads.read(RedisCommand.command(Command.SMEMBERS).key(GlobalKeys.QUEUES))).stream()
                .map(Replies::text).toList();
    }

    @Override
    public void add(Collection<String> queues) {
        Listener receiver = listener;
        for (String queue : queues) {
            QueueKeys keys = QueueKeys.of(queue);
            notifications.put(keys.pending(), () -> receiver.pendingChanged(queue));
            notifications.put(keys.paused(), () -> receiver.pendingChanged(queue));
            notifications.put(keys.scheduled(), receiver::delayedChanged);
            notifications.put(keys.retry(), receiver::delayedChanged);
            notifications.put(keys.groups(), () -> receiver.groupsChanged(queue));
        }
    }

    private void changed(String key) {
        // other keys have no listener; they are read periodically
        Runnable notification = notifications.get(key);
        if (notification != null) {
            notification.run();
        }
    }

    @Override
    public List<QueueLook> look(List<String> queues) {
        reads.resume();
        List<RedisCommand> commands = new ArrayList<>();
        for (String queue : queues) {
            QueueKeys keys = QueueKeys.of(queue);
            commands.add(RedisCommand.command(Command.LINDEX).key(keys.pending()).arg(0));
            commands.add(RedisCommand.command(Command.LINDEX).key(keys.pending()).arg(-1));
            commands.add(RedisCommand.command(Command.EXISTS).key(keys.paused()));
        }
        Iterator<Reply> replies = reads.read(commands).iterator();
        List<QueueLook> looks = new ArrayList<>();
        for (int i = 0; i < queues.size(); i++) {
            looks.add(look(replies.next(), replies.next(), replies.next()));
        }
        return looks;
    }

    private static QueueLook look(Reply newest, Reply oldest, Reply paused) {
        try {
            return new QueueLook(new QueueEnds(Replies.text(newest.get()), Replies.text(oldest.get())),
                    Replies.number(paused.get()) > 0, null);
        } catch (BrokerException e) {
            return new QueueLook(QueueEnds.EMPTY, false, e);
        }
    }

    @Override
    public void pause() {
        reads.pause();
    }

    @Override
    public boolean isTracking() {
        return reads.isTracking();
    }

    @Override
    public boolean isPushed() {
        return reads.isConnected();
    }

    @Override
    public Optional<String> refusal() {
        return reads.refusal();
    }

    @Override
    public void stop(StopTime time) {
        reads.removeListener(onChange);
        reads.close(time);
    }
}
