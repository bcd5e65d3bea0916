package io.github.asynqee.server.faults;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Two ends of the same task, one after the other.
 *
 * @param task its kind of counter and its ID
 * @param first the server where it has run first
 * @param firstEnd when it has, in milliseconds
 * @param second the server where it has run again
 * @param secondEnd when it has, in milliseconds
 */
record Repetition(String task, String first, long firstEnd, String second, long secondEnd) {

    /** How late an outcome may be in Redis, if that answers: after refusals a worker pauses before it sends it again. */
    private static final long OUTCOME_MILLIS = 5_000;
    /** A handler may continue for as long when its server, which was stopped, continues. */
    private static final long CONTINUES_MILLIS = 15_000;
    /** A worker extends its leases of 30 s early enough; when it could not for as long, they may be over. */
    private static final long LEASE_MILLIS = 20_000;
    /** Between the time that the log has and that of the fault itself. */
    private static final long INACCURATE_MILLIS = 300;

    /** From {@code <counter> <ID> <server> <microseconds> <server> <microseconds>}. */
    static Repetition of(String line) {
        String[] parts = line.split(" ");
        return new Repetition(parts[0] + " " + parts[1], parts[2], Long.parseLong(parts[3]) / 1_000, parts[4],
                Long.parseLong(parts[5]) / 1_000);
    }

    /**
     * The fault that explains the repetition. There are three kinds. The first outcome was lost: with its server, with
     * a master that was killed or hung and was replaced by its replica, or because the server was stopped while Redis
     * was unreachable. Or the worker was Go asynq, which gives up an outcome that Redis does not accept at once,
     * because it retries with a cancelled context. Or a server continued with an expired lease, because that server or
     * Redis had been paused.
     */
    Optional<Happened> cause(Collection<Happened> faults) {
        return faults.stream()
                .filter(fault -> killed(fault, faults) || replaced(fault, faults) || stopped(fault, faults)
                        || endedWithoutRedis(fault, faults) || refusedGo(fault) || redisWasAway(fault)
                        || hadNoMemory(fault, faults))
                .findFirst();
    }

    private boolean endedWithoutRedis(Happened fault, Collection<Happened> faults) {
        return (fault.name().equals("SIGTERM") || fault.name().equals("redeployment")) && fault.isOf(first)
                && fault.begin() <= outcomeIsStored(firstEnd, faults) && firstEnd <= fault.end()
                && faults.stream().anyMatch(other -> isOfRedis(other) && other.begin() <= firstEnd + OUTCOME_MILLIS
                        && firstEnd - INACCURATE_MILLIS <= other.end());
    }

    /** Its handler did its work and failed then, or its outcome was lost when the server was killed. */
    private boolean hadNoMemory(Happened fault, Collection<Happened> faults) {
        return fault.name().equals(Node.NO_MEMORY) && fault.isOf(first)
                && fault.begin() <= outcomeIsStored(firstEnd, faults) && firstEnd <= fault.end();
    }

    private boolean refusedGo(Happened fault) {
        return first.equals("go") && isOfRedis(fault) && fault.begin() <= firstEnd + OUTCOME_MILLIS
                && firstEnd - INACCURATE_MILLIS <= fault.end();
    }

    private boolean killed(Happened fault, Collection<Happened> faults) {
        boolean outcomeIsLost = fault.name().startsWith("kill -9") && fault.isOf(first)
                || fault.name().equals("kill -9 of the master");
        return outcomeIsLost && fault.begin() + INACCURATE_MILLIS >= firstEnd
                && fault.begin() <= outcomeIsStored(firstEnd, faults);
    }

    private boolean replaced(Happened fault, Collection<Happened> faults) {
        return fault.name().equals("CLIENT PAUSE of the master") && fault.begin() <= outcomeIsStored(firstEnd, faults)
                && firstEnd <= fault.end();
    }

    private boolean stopped(Happened fault, Collection<Happened> faults) {
        return fault.name().startsWith("SIGSTOP for longer")
                && (fault.isOf(first) && contains(fault, firstEnd, faults)
                        || fault.isOf(second) && contains(fault, secondEnd, faults));
    }

    private static boolean contains(Happened fault, long end, Collection<Happened> faults) {
        return fault.begin() <= outcomeIsStored(end, faults) && end <= fault.end() + CONTINUES_MILLIS;
    }

    private boolean redisWasAway(Happened fault) {
        return isOfRedis(fault) && fault.end() - fault.begin() >= LEASE_MILLIS
                && (within(fault, firstEnd) || within(fault, secondEnd));
    }

    private static boolean within(Happened fault, long end) {
        return fault.begin() <= end && end <= fault.end() + CONTINUES_MILLIS;
    }

    /** When the outcome of a handler that has ended then is in Redis at the latest: later if Redis was away. */
    private static long outcomeIsStored(long end, Collection<Happened> faults) {
        List<Happened> ofRedis = faults.stream().filter(Repetition::isOfRedis).toList();
        long stored = end + OUTCOME_MILLIS;
        for (int i = 0; i < ofRedis.size(); i++) {
            long before = stored;
            for (Happened fault : ofRedis) {
                if (fault.begin() <= stored && fault.end() + OUTCOME_MILLIS > stored) {
                    stored = fault.end() + OUTCOME_MILLIS;
                }
            }
            if (stored == before) {
                break;
            }
        }
        return stored;
    }

    private static boolean isOfRedis(Happened fault) {
        return !fault.isOf("one") && !fault.isOf("two") && !fault.isOf("go");
    }
}
