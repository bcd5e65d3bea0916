package io.github.asynqee.internal.redis;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.github.asynqee.Durability;
import io.github.asynqee.internal.redis.connection.Confirmation;
import io.github.asynqee.internal.redis.connection.Confirmation.Lack;
import io.github.asynqee.internal.redis.connection.Confirmation.Unconfirmed;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.Protocol.Command;

/** How Redis confirms the durability of tasks, and whether it can. */
final class Confirmations {

    private static final Logger LOG = System.getLogger(Confirmations.class.getName());

    /** Keys of the check: enough for some of them to be on each node of a cluster. */
    private static final int CHECK_KEYS = 64;

    /**
     * Matches the replication part of {@code INFO} if a replica is connected, or was connected since Redis last freed
     * its backlog.
     */
    private static final Pattern REPLICAS = Pattern.compile("(?m)^(connected_slaves:[1-9]|repl_backlog_active:1)");

    private Confirmations() {}

    /** An executor whose writes are confirmed. */
    static RedisExecutor of(RedisExecutor executor, Durability durability) {
        return executor.confirming(switch (durability.level()) {
            case REPLICA -> Confirmation.byReplicas(durability.replicas(), durability.timeout());
            case DISK -> Confirmation.byDisk(durability.timeout());
            case MEMORY -> throw new IllegalArgumentException("memory is not confirmed");
        });
    }

    /**
     * Writes keys that expire immediately, to find faults that no setting shows, such as a server that never flushes
     * its file. Unreachable replicas are only logged, because they may return.
     *
     * @param confirming an executor whose writes are confirmed
     * @param plain an executor for the same Redis whose writes are not confirmed
     * @param durability the durability to confirm
     * @return why Redis does not confirm writes; empty if it confirms them, or may do so later
     */
    static Optional<String> refusal(RedisExecutor confirming, RedisExecutor plain, Durability durability) {
        if (confirming.isProxy()) {
            return Optional.of("a proxy does not pass on WAIT and WAITAOF");
        }
        List<RedisCommand> writes = IntStream.range(0, confirming.isOneServer() ? 1 : CHECK_KEYS)
                .mapToObj(i -> RedisCommand.command(Command.SET).key("asynq:{durability-check-" + i + "}").arg("")
                        .arg("PX").arg(1))
                .toList();
        List<Lack> lacks = confirming.send(writes).stream().map(Confirmations::lack).filter(Objects::nonNull).toList();
        Optional<Lack> lasting = lacks.stream().filter(lack -> lack.kind() == Lack.Kind.LASTING).findFirst();
        Optional<Lack> replicas = lacks.stream().filter(lack -> lack.kind() == Lack.Kind.TOO_FEW_REPLICAS).findFirst();
        if (lasting.isEmpty() && replicas.isPresent() && mayReturn(plain, durability.replicas())) {
            LOG.log(Level.WARNING,
                    "durability {0} is not confirmed now: {1}. Until the replicas of Redis are back, tasks "
                            + "are stored, and sending them fails with an EnqueueUnconfirmedException",
                    durability,
                    replicas.get().reason());
            return Optional.empty();
        }
        return lasting.or(() -> replicas).map(Lack::reason);
    }

    private static Lack lack(Reply reply) {
        if (reply.error() != null) {
            return isPassing(reply.error()) ? null : new Lack(reply.error().getMessage(), Lack.Kind.LASTING);
        }
        return reply.value() instanceof Unconfirmed late && late.lack().kind() != Lack.Kind.REDIS_AWAY ? late.lack()
                : null;
    }

    private static boolean isPassing(BrokerException error) {
        return error instanceof BrokerUnavailableException || error instanceof AmbiguousResultException;
    }

    /**
     * Whether replicas that currently do not confirm writes may return: Redis knows them, or they were connected
     * before.
     */
    private static boolean mayReturn(RedisExecutor redis, int replicas) {
        OptionalInt known = redis.replicasOfSentinel();
        if (known.isPresent()) {
            return known.getAsInt() >= replicas;
        }
        try {
            return redis.masters().stream().allMatch(master -> hasReplicas(redis.read(master,
                    RedisCommand.command(Command.INFO).arg("replication"))));
        } catch (BrokerUnavailableException e) {
            return true;
        }
    }

    private static boolean hasReplicas(Reply info) {
        return info.error() == null ? REPLICAS.matcher(Replies.text(info.value())).find() : isPassing(info.error());
    }
}
