package io.github.asynqee.internal.redis.registry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.github.asynqee.internal.broker.registry.ServerRegistry;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.Protocol.Command;

/** {@link ServerRegistry} on Redis. */
public final class RedisServerRegistry implements ServerRegistry {

    private static final Logger LOG = System.getLogger(RedisServerRegistry.class.getName());

    /** Number of servers to read at a time. */
    private static final int PART = 50;

    private final RedisExecutor executor;
    private final QueueNames names;
    private final ExpiringIndex members;
    /** The keys of the servers that were written and not cleared. */
    private final Set<String> written = ConcurrentHashMap.newKeySet();

    public RedisServerRegistry(RedisExecutor executor, QueueNames names, Clock clock) {
        this.executor = executor;
        this.names = names;
        this.members = new ExpiringIndex(executor, clock);
    }

    private static String serverKey(ServerInfo server) {
        return GlobalKeys.server(server.host(), server.pid(), server.serverId());
    }

    private static String workersKey(ServerInfo server) {
        return GlobalKeys.workers(server.host(), server.pid(), server.serverId());
    }

    @Override
    public boolean write(ServerInfo server, List<WorkerInfo> workers, Duration life) {
        List<RedisCommand> commands = new ArrayList<>();
        commands.addAll(members.announce(GlobalKeys.SERVERS, serverKey(server), life));
        commands.addAll(members.announce(GlobalKeys.WORKERS, workersKey(server), life));
        RedisCommand state = RedisCommand.script(EngineScript.WRITE_SERVER_STATE).key(serverKey(server))
                .key(workersKey(server))
                .arg(life.getSeconds()).arg(server.toBytes());
        workers.forEach(worker -> state.arg(worker.taskId()).arg(worker.toBytes()));
        commands.add(state);
        List<Reply> replies = executor.send(commands);
        replies.forEach(Reply::get);
        boolean isAdded = Replies.number(replies.get(0).value()) == 1;
        boolean isLost = !written.add(serverKey(server)) && isAdded;
        if (isLost) {
            names.forget();
        }
        registerAgain(List.of());
        return isLost;
    }

    @Override
    public void registerAgain(Collection<String> queues) {
        try {
            names.renew(queues);
        } catch (BrokerUnavailableException e) {
            LOG.log(Level.DEBUG, "queues are not registered again yet", e);
        }
    }

    @Override
    public void clear(ServerInfo server) {
        written.remove(serverKey(server));
        executor.send(List.of(ExpiringIndex.withdraw(GlobalKeys.SERVERS, serverKey(server)),
                ExpiringIndex.withdraw(GlobalKeys.WORKERS, workersKey(server)),
                RedisCommand.script(EngineScript.CLEAR_SERVER_STATE).key(serverKey(server)).key(workersKey(server))))
                .forEach(Reply::get);
    }

    @Override
    public List<ServerInfo> servers() {
        List<ServerInfo> servers = new ArrayList<>();
        Map<Map<String, Integer>, Map<String, Integer>> shared = new HashMap<>();
        eachPart(part -> {
            part.stream().map(server -> server.withQueues(shared.computeIfAbsent(server.queues(), same -> same)))
                    .forEach(servers::add);
            return true;
        });
        return servers;
    }

    @Override
    public Set<String> served(Collection<String> queues) {
        Set<String> unknown = new HashSet<>(queues);
        Set<String> served = new HashSet<>();
        eachPart(part -> {
            part.forEach(server -> unknown.stream().filter(server.queues()::containsKey).forEach(served::add));
            unknown.removeAll(served);
            return !unknown.isEmpty();
        });
        return served;
    }

    /**
     * Reads the servers part by part, because each can have thousands of queues. Ends when {@code wantsMore} returns
     * false.
     */
    private void eachPart(Predicate<List<ServerInfo>> wantsMore) {
        List<String> keys = members.alive(GlobalKeys.SERVERS);
        boolean more = true;
        for (int from = 0; more && from < keys.size(); from += PART) {
            List<ServerInfo> part = new ArrayList<>();
            executor.send(keys.subList(from, Math.min(keys.size(), from + PART)).stream()
                    .map(key -> RedisCommand.command(Command.GET).key(key)).toList())
                    .forEach(reply -> ExpiringIndex.decode(ExpiringIndex.valueOf(reply), ServerInfo::parse, part));
            more = wantsMore.test(part);
        }
    }

    @Override
    public List<WorkerInfo> workers() {
        List<WorkerInfo> workers = new ArrayList<>();
        List<Reply> running = executor.send(members.alive(GlobalKeys.WORKERS).stream()
                .map(key -> RedisCommand.command(Command.HVALS).key(key)).toList());
        for (Reply reply : running) {
            Replies.list(ExpiringIndex.valueOf(reply))
                    .forEach(value -> ExpiringIndex.decode(value, WorkerInfo::parse, workers));
        }
        return workers;
    }
}
