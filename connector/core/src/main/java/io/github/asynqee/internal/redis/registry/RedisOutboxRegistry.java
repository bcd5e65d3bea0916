package io.github.asynqee.internal.redis.registry;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.github.asynqee.internal.broker.registry.OutboxRegistry;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.OutboxState;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/** {@link OutboxRegistry} on Redis. */
public final class RedisOutboxRegistry implements OutboxRegistry {

    private static final Pattern IDENTITY = Pattern.compile("[0-9a-f-]{36}");

    private final RedisExecutor executor;
    private final ExpiringIndex index;

    public RedisOutboxRegistry(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.index = new ExpiringIndex(executor, clock);
    }

    private static String key(OutboxState state) {
        return GlobalKeys.outbox(state.host(), state.pid(), state.application());
    }

    @Override
    public void write(OutboxState state, Duration life) {
        List<RedisCommand> commands = new ArrayList<>(index.announce(GlobalKeys.OUTBOXES, key(state), life));
        commands.add(RedisCommand.command(Command.SET).key(key(state)).arg(state.toBytes()).arg("EX")
                .arg(life.getSeconds()));
        executor.send(commands).forEach(Reply::get);
    }

    @Override
    public void clear(OutboxState state) {
        executor.send(List.of(ExpiringIndex.withdraw(GlobalKeys.OUTBOXES, key(state)),
                RedisCommand.command(Command.DEL).key(key(state)))).forEach(Reply::get);
    }

    @Override
    public String identity(String proposed) {
        List<Reply> replies = executor.send(List.of(
                RedisCommand.command(Command.SET).key(GlobalKeys.OUTBOX_REDIS).arg(proposed).arg("NX"),
                RedisCommand.command(Command.GET).key(GlobalKeys.OUTBOX_REDIS)));
        Object identity = replies.get(1).get();
        if (identity == null) {
            // a Redis without free memory rejects only the first command
            replies.get(0).get();
            return proposed;
        }
        String text = Replies.text(identity);
        if (!IDENTITY.matcher(text).matches()) {
            throw new BrokerException(GlobalKeys.OUTBOX_REDIS + " has no UUID, and is not what applications with an "
                    + "outbox have stored there", null);
        }
        return text;
    }

    @Override
    public List<OutboxState> outboxes() {
        List<OutboxState> states = new ArrayList<>();
        executor.send(index.alive(GlobalKeys.OUTBOXES).stream()
                .map(key -> RedisCommand.command(Command.GET).key(key)).toList())
                .forEach(reply -> ExpiringIndex.decode(ExpiringIndex.valueOf(reply), OutboxState::parse, states));
        return states;
    }
}
