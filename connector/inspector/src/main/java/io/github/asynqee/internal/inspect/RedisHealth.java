package io.github.asynqee.internal.inspect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Health;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.Repair;
import io.github.asynqee.internal.inspect.findings.Findings;
import io.github.asynqee.internal.inspect.queue.QueueReads;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.inspect.repair.QueueRepair;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/** {@link Health} on Redis. Findings refer to shards. */
final class RedisHealth implements Health {

    private final RedisExecutor executor;
    private final QueueResolver queues;
    private final QueueReads reads;
    private final Findings findings;
    private final QueueRepair repair;

    /** @param findings examines all shards */
    RedisHealth(RedisExecutor executor, QueueResolver queues, QueueReads reads, Findings findings, QueueRepair repair) {
        this.executor = executor;
        this.queues = queues;
        this.reads = reads;
        this.findings = findings;
        this.repair = repair;
    }

    @Override
    public List<Finding> findings() {
        return findings.all().stream().filter(finding -> queues.scope().contains(finding.queue())).toList();
    }

    @Override
    public List<Finding> findingsOfRedis() {
        return queues.scope().isAll() ? findings.ofRedis() : List.of();
    }

    @Override
    public List<Finding> findingsOf(Collection<QueueInfo> of) {
        List<QueueInfo> infos = new ArrayList<>();
        List<QueueKeys> parts = new ArrayList<>();
        for (QueueInfo info : of) {
            if (queues.scope().contains(info.queue())) {
                List<QueueKeys> shards = queues.shards(info.queue());
                if (shards.size() == 1) {
                    infos.add(info);
                } else {
                    parts.addAll(shards);
                }
            }
        }
        infos.addAll(reads.counts(parts, (failed, error) -> {
            // the caller learned of the error when it read the queue
        }));
        return findings.ofQueues(infos);
    }

    @Override
    public Map<String, String> redisInfo() {
        queues.scope().requireAll();
        if (executor.isProxy()) {
            return Map.of();
        }
        Map<String, String> fields = new TreeMap<>();
        String info;
        try {
            info = Replies.text(executor.send(RedisCommand.command(Command.INFO)));
        } catch (BrokerException e) {
            if (RedisErrors.isForbidden(e)) {
                return Map.of();
            }
            throw e;
        }
        info.lines()
                .filter(line -> !line.startsWith("#") && line.indexOf(':') > 0)
                .forEach(line -> fields.put(line.substring(0, line.indexOf(':')),
                        line.substring(line.indexOf(':') + 1)));
        return fields;
    }

    @Override
    public List<Repair> repair(String queue, boolean apply) {
        return queues.shards(queue).stream().flatMap(shard -> repair.repair(shard, apply).stream()).toList();
    }
}
