package io.github.asynqee.internal.fetch;

import java.time.Duration;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.MatchingTasks;

/**
 * Limits how much of Redis' time a worker spends on scanning past tasks of other workers, to about two percent. For
 * scans that take tasks from behind the other workers' tasks, the limit is about ten percent. Each queue has its own
 * account; queues in debt share the income, so that a queue with many foreign tasks does not delay other queues. Unused
 * income is saved for one scan of a long queue. Thread-safe.
 */
final class ScanBudget {

    /** Redis' time to scan one task, in microseconds. */
    private static final double PER_TASK = 2;
    private static final double INCOME_PER_SECOND = PER_TASK * Demand.Reach.PASSED_OVER_PER_SECOND;
    private static final int MAX_SAVED = 40_000;
    /** Redis' time to compare one entry while it traverses a list, in microseconds. */
    private static final double PER_ENTRY = 0.02;
    /**
     * The time charged per entry if the call has taken tasks: only a fifth, because the lanes would be idle otherwise.
     */
    private static final double PER_ENTRY_IF_TAKEN = PER_ENTRY / 5;
    /** Tasks scanned without charge: the head of the queue, and some for each task that is taken. */
    private static final int FREE_PER_CALL = 16;
    private static final int FREE_PER_TASK = 8;
    /**
     * Entries traversed without charge for each task that is taken. They cost less than the other work for the task.
     */
    private static final int FREE_ENTRIES_PER_TASK = 1_000;

    static final Duration USED_UP = Duration.ofMinutes(1);

    private final Duration usedUp;
    /** The accounts in debt, ordered by when they are paid off, so that other accounts cost nothing. */
    private final NavigableSet<Account> debtors = new TreeSet<>(
            ((Comparator<Account>) Account::comparePayments).thenComparingInt(account -> account.number));
    private int accounts;

    /** @param usedUp after which time without being full an account counts as used up; usually {@link #USED_UP} */
    ScanBudget(Duration usedUp) {
        this.usedUp = usedUp;
    }

    synchronized Account account(long now) {
        return new Account(accounts++, now);
    }

    /** The account of one queue. */
    final class Account {

        private final int number;
        private double left = MAX_SAVED;
        private long asOf;
        private long paidAt;
        private long fullAt;

        private Account(int number, long now) {
            this.number = number;
            asOf = now;
            paidAt = now;
            fullAt = now;
        }

        /** Charges a call with the time it took in Redis. */
        void charge(MatchingTasks found, long now) {
            synchronized (ScanBudget.this) {
                receiveIncome(now);
                int taken = found.tasks().size() + found.postponed();
                int looked = Math.max(0, found.looked() - FREE_PER_CALL - taken * FREE_PER_TASK);
                int walked = Math.max(0, found.walked() - taken * FREE_ENTRIES_PER_TASK);
                left -= looked * PER_TASK + walked * (taken == 0 ? PER_ENTRY : PER_ENTRY_IF_TAKEN);
                payAt(now);
            }
        }

        /** Compares the times of payment by {@link System#nanoTime}, which may overflow. */
        private static int comparePayments(Account one, Account other) {
            return Long.signum(one.paidAt - other.paidAt);
        }

        private void payAt(long now) {
            debtors.remove(this);
            paidAt = now + debt().toNanos();
            if (left < 0) {
                debtors.add(this);
            }
        }

        /** Whether the account is in debt, so that the queue may only be read at its head, without charge. */
        boolean isInDebt(long now) {
            synchronized (ScanBudget.this) {
                receiveIncome(now);
                return left < 0;
            }
        }

        /** Whether the queue has needed its whole income for so long that it counts as used up. */
        boolean isUsedUp(long now) {
            synchronized (ScanBudget.this) {
                receiveIncome(now);
                return now - fullAt >= usedUp.toNanos();
            }
        }

        /** The time until the debt is paid. */
        Duration debt(long now) {
            synchronized (ScanBudget.this) {
                receiveIncome(now);
                return debt();
            }
        }

        private Duration debt() {
            return left < 0 ? Duration.ofNanos((long) Math.ceil(-left / incomePerNano(asOf))) : Duration.ZERO;
        }

        private void receiveIncome(long now) {
            left = Math.min(MAX_SAVED, left + (now - asOf) * incomePerNano(now));
            asOf = now;
            payAt(now);
            fullAt = left == MAX_SAVED ? now : fullAt;
        }

        private double incomePerNano(long now) {
            while (!debtors.isEmpty() && debtors.first().paidAt - now <= 0) {
                debtors.pollFirst();
            }
            int others = debtors.size() - (debtors.contains(this) ? 1 : 0);
            return INCOME_PER_SECOND / TimeUnit.SECONDS.toNanos(1) / (1 + others);
        }
    }
}
