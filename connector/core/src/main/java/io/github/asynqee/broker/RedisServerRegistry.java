package io.github.asynqee.broker;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.broker.RedisCalls.Reply;
import io.github.asynqee.protocol.GlobalKeys;
import io.github.asynqee.protocol.ServerInfo;
import io.github.asynqee.protocol.WorkerInfo;
import redis.clients.jedis.Protocol.Command;

/** {@link ServerRegistry} on Redis. */
final class RedisServerRegistry implements ServerRegistry {

    private final RedisCalls calls;
    private final LiveMembers members;

    RedisServerRegistry(RedisCalls calls, Clock clock) {
        this.calls = calls;
        this.members = new LiveMembers(calls, clock);
    }

    private static String serverKey(ServerInfo server) {
        return GlobalKeys.server(server.host(), server.pid(), server.serverId());
    }

    private static String workersKey(ServerInfo server) {
        return GlobalKeys.workers(server.host(), server.pid(), server.serverId());
    }

    @Override
    public void write(ServerInfo server, List<WorkerInfo> workers, Duration life) {
        List<RedisCall> all = new ArrayList<>();
        all.addAll(members.announce(GlobalKeys.SERVERS, serverKey(server), life));
        all.addAll(members.announce(GlobalKeys.WORKERS, workersKey(server), life));
        RedisCall state = RedisCall.script(Script.WRITE_SERVER_STATE).key(serverKey(server)).key(workersKey(server))
                .arg(life.getSeconds()).arg(server.toBytes());
        workers.forEach(worker -> state.arg(worker.taskId()).arg(worker.toBytes()));
        all.add(state);
        calls.send(all).forEach(Reply::get);
    }

    @Override
    public void clear(ServerInfo server) {
        calls.send(List.of(LiveMembers.withdraw(GlobalKeys.SERVERS, serverKey(server)),
                LiveMembers.withdraw(GlobalKeys.WORKERS, workersKey(server)),
                RedisCall.script(Script.CLEAR_SERVER_STATE).key(serverKey(server)).key(workersKey(server))))
                .forEach(Reply::get);
    }

    @Override
    public List<ServerInfo> servers() {
        List<ServerInfo> servers = new ArrayList<>();
        for (Reply reply : read(GlobalKeys.SERVERS, Command.GET)) {
            LiveMembers.decode(reply.get(), ServerInfo::parse, servers);
        }
        return servers;
    }

    @Override
    public List<WorkerInfo> workers() {
        List<WorkerInfo> workers = new ArrayList<>();
        for (Reply reply : read(GlobalKeys.WORKERS, Command.HVALS)) {
            Replies.list(reply.get()).forEach(value -> LiveMembers.decode(value, WorkerInfo::parse, workers));
        }
        return workers;
    }

    private List<Reply> read(String zset, Command command) {
        return calls.send(members.alive(zset).stream().map(key -> RedisCall.command(command).key(key)).toList());
    }
}
