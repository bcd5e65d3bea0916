package io.github.asynqee.server.faults.app;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import io.github.asynqee.Task;
import io.github.asynqee.Uniqueness.OnDuplicate;

/** The kinds of tasks. The ID of a task begins with its kind. */
public enum Kind {
    /** In a queue that a Go worker handles as well. */
    PLAIN(1, "plain", "shared", task -> task),
    /** Fails once, here or in Go. */
    FAILING(1, "failing", "shared", task -> task),
    /** Takes its time, here or in Go. */
    SLOW(4, "slow", "shared", task -> task),
    /** Due in two seconds. */
    DELAYED(1, "plain", "own", task -> task.processIn(Duration.ofSeconds(2))),
    /** Has a lock that must be gone when it has ended. */
    UNIQUE(1, "plain", "own", task -> task.unique(Duration.ofHours(1))),
    /** Is kept after it has ended. */
    KEPT(5, "plain", "own", task -> task.retention(Duration.ofHours(2))),
    /** In a queue with shards. */
    SHARDED(1, "plain", "wide", task -> task),
    /** Handled together with others. */
    GROUPED(1, "grouped", "grouped", task -> task.group("faults")),
    /** Its effect is a row of a database, written once. */
    INBOX(2, "inbox", "inbox", task -> task),
    /** The first transaction of its inbox cannot be committed, and its handler returns. */
    BROKEN(8, "broken", "inbox", task -> task),
    /** Its effect is a row of a database, in a transaction of its handler. */
    TRANSACTIONAL(2, "transactional", "transactional", task -> task),
    /** Leaves its first transaction open, on a thread that also runs {@link #TRANSACTIONAL}. */
    LEAVING(8, "leaving", "transactional", task -> task),
    /** Marks its first transaction for rollback, and returns. */
    MARKING(8, "marking", "transactional", task -> task),
    /** Its handler returns at once, and another thread completes it later. */
    STAGED(4, "staged", "staged", task -> task.timeout(Duration.ofMinutes(1))),
    /** Its handler acknowledges the message explicitly. */
    MESSAGE(4, "message", "staged", task -> task),
    /** Its handler returns the payload of another task. */
    RESULT(4, "result", "streams", task -> task),
    /** A message of a stream whose results become other tasks. */
    PROCESSED(4, "processed", "streams", task -> task),
    /** One of a stream of messages, which its handler acknowledges. */
    SUBSCRIBED(4, "subscribed", "streams", task -> task),
    /** Acknowledged before its handler runs, so it is lost if the server dies. */
    PRE(4, "pre", "pre", task -> task),
    /** At most two tasks per tenant run at the same time. */
    LIMITED(4, "limited", "limited", task -> task.header("tenant", tenant(task.payload()))),
    /** A new task joins a waiting or running task with the same key. */
    JOINED(1, "joined", "limited",
            task -> task.uniqueKey(key(task.payload())).unique(Duration.ofHours(1)).onDuplicate(OnDuplicate.JOIN)),
    /** A long task that continues after its last completed step. */
    LONG(40, "long", "long", task -> task),
    /** Throws an {@link Error} in its first attempt. */
    ERROR(10, "error", "hard", task -> task),
    /** Exceeds its timeout in its first attempt, and ignores the interrupt. */
    STUBBORN(60, "stubborn", "hard", task -> task.timeout(Duration.ofSeconds(1))),
    /** A row of a database until its transaction is committed, with an encrypted payload. */
    OUTBOX(1, "plain", "own", task -> task),
    /** A member of the batch with the next number of {@link #BATCH}. */
    MEMBER(1, "member", "batches", task -> task),
    /** The callback after all members of a batch have succeeded. */
    BATCH(Kind.MEMBERS, "batch", "batches", task -> task),
    /** A link of a chain, which belongs to the members of a batch. */
    LINK(Kind.BETWEEN_LINKS, "link", "batches", task -> task),
    /** Has one of two versions; only one server knows the newer version. */
    VERSIONED(4, "versioned", "versions", task -> task.version(version(task.payload()))),
    /** With a payload that is compressed. */
    LARGE(8, "large", "own", task -> task.payload(large(task.payload()))),
    /** The last task of a burst with the same key runs when no further task arrives. */
    DEBOUNCED(2, "debounced", "debounced",
            task -> task.uniqueKey(burst(task.payload())).debounce(Duration.ofSeconds(2))),
    /** Tenants take turns; the large tenant has many tasks that are due at the same moment. */
    FAIR(2, "fair", "fair", task -> fair(task)),
    /** One task per tenant runs at a time, and some tasks pause their tenant. */
    CLOSING(8, "closing", "limited", task -> task.header("tenant", tenant(task.payload()))),
    /** In queues that the servers find at run time. */
    FOUND(4, "found", "found", task -> task.queue(queueOf(task.payload()))),
    /** With a payload that is outside of Redis. */
    OUTSIDE(200, "outside", "own", task -> task.payload(incompressible(task.payload()))),
    /** Redis stores one task per key and {@link #WINDOW} and rejects the others. */
    THROTTLED(2, "throttled", "throttled", task -> throttled(task)),
    /** Fails twice, and is retried by a bean that the task names. */
    PATIENT(4, "patient", "patient",
            task -> task.retryDelay("bean:patient").retryUntil(Instant.now().plus(Duration.ofHours(12)))),
    /** Fails and may not be retried; a copy becomes a dead letter. */
    HOPELESS(20, "hopeless", "hopeless", task -> task.retryUntil(Instant.now().minus(Duration.ofMinutes(5)))),
    /** Its payload has one of three versions; handlers get the newest version. */
    UPGRADED(4, "upgraded", "upgraded", task -> upgraded(task)),
    /** With a payload of one to three times {@link #BIG_LENGTH} characters in Redis. */
    BIG(1, "big", "big", task -> big(task));

    /** The tenant of most tasks of {@link #FAIR}. */
    public static final String LARGE_TENANT = "large";

    /** The queues of all kinds; {@code wide} with its shards. */
    public static final String[] QUEUES = { "shared", "own", "wide", "wide~1", "wide~2", "grouped", "inbox", "limited",
            "transactional", "staged", "streams", "passed", "pre", "big", "long", "hard", "batches", "versions",
            "debounced", "fair", "found-0",
            "found-1", "found-2",
            "throttled", "patient", "hopeless", "letters", "upgraded" };
    /** The time in which Redis stores one task of {@link #THROTTLED} per key. */
    public static final Duration WINDOW = Duration.ofSeconds(2);
    /** Prefix of the rows of transactions that must not be committed. */
    public static final String LEFT = "left-";
    /** The newest version of payloads of {@link #UPGRADED}. */
    public static final int NEWEST = 3;
    /** How many keys the tasks of {@link #THROTTLED} have. */
    public static final int ARTICLES = 4;
    /** How many members a batch has. */
    public static final int MEMBERS = 6;
    /** Difference between the numbers of two links of a chain. A chain has three links. */
    public static final int BETWEEN_LINKS = 2;
    /** How many tasks of one tenant run at the same time. */
    public static final int LIMIT = 2;
    private static final int BIG_LENGTH = 1_000_000;
    private static final int BIG_SIZES = 3;
    private static final int TENANTS = 5;
    private static final int KEYS = 10;
    private static final int NEWER_VERSION = 2;
    private static final int BURST = 16;
    private static final int LARGE_REPEATS = 200;
    private static final int OUTSIDE_LENGTH = 20_000;
    private static final int SMALL_TENANTS = 3;
    /** Every eighth task belongs to a small tenant. */
    private static final int SMALL = 8;
    private static final int TOGETHER_MILLIS = 5_000;
    /** Every 81st task of {@link #CLOSING} pauses its tenant. */
    private static final int CLOSES = 81;
    private static final int FOUND_QUEUES = 3;

    private final int every;
    private final String type;
    private final String queue;
    private final UnaryOperator<Task<String>> options;

    /** @param every a task of this kind is in every nth round */
    Kind(int every, String handler, String queue, UnaryOperator<Task<String>> options) {
        this.every = every;
        this.type = "faults:" + handler;
        this.queue = queue;
        this.options = options;
    }

    /** The kind of a task. */
    public static Kind of(String id) {
        return valueOf(id.substring(0, id.indexOf('-')).toUpperCase(Locale.ROOT));
    }

    /** The limit's key of a task of {@link #LIMITED}. */
    public static String tenant(String id) {
        return "tenant-" + number(id) % TENANTS;
    }

    /** The tenant of a task of {@link #FAIR}. */
    public static String turnOf(String id) {
        long number = number(id) / FAIR.every;
        return number % SMALL > 0 ? LARGE_TENANT : "small-" + number / SMALL % SMALL_TENANTS;
    }

    private static Task<String> fair(Task<String> task) {
        String tenant = turnOf(task.payload());
        Task<String> of = task.header("tenant", tenant);
        return LARGE_TENANT.equals(tenant)
                ? of.processIn(Duration.ofMillis(TOGETHER_MILLIS - System.currentTimeMillis() % TOGETHER_MILLIS))
                : of;
    }

    /** Whether a task of {@link #CLOSING} pauses its tenant. */
    static boolean closes(String id) {
        return number(id) % (CLOSING.every * CLOSES) == 0;
    }

    /** The queue of a task, without its shards. */
    public static String queueOf(String id) {
        Kind kind = of(id);
        return kind == FOUND ? kind.queue + "-" + number(id) / kind.every % FOUND_QUEUES : kind.queue;
    }

    /** The unique key of a task of {@link #JOINED}. */
    static String key(String id) {
        return "key-" + number(id) % KEYS;
    }

    /** The unique key of a task of {@link #DEBOUNCED}, the same for tasks that are sent soon after each other. */
    public static String burst(String id) {
        return "burst-" + number(id) / BURST;
    }

    /** The version of a task of {@link #VERSIONED}. */
    static int version(String id) {
        return number(id) % (2 * VERSIONED.every) == 0 ? NEWER_VERSION : 1;
    }

    private static Task<String> throttled(Task<String> task) {
        return task.uniqueKey(article(task.payload())).throttle(WINDOW);
    }

    /** The unique key of a task of {@link #THROTTLED}. */
    static String article(String id) {
        return "article-" + number(id) / THROTTLED.every % ARTICLES;
    }

    /** The version of the payload of a task of {@link #UPGRADED}. */
    static int writtenAs(String id) {
        return (int) (number(id) / UPGRADED.every % NEWEST) + 1;
    }

    /** The oldest payload does not say its version. */
    private static Task<String> upgraded(Task<String> task) {
        String id = task.payload();
        return switch (writtenAs(id)) {
            case 1 -> task.payload("{\"id\":\"" + id + "\"}");
            case 2 -> task.payload("{\"id\":\"" + id + "\",\"from\":2}").version(2);
            default -> task.payload("{\"id\":\"" + id + "\",\"from\":3,\"to\":3}").version(NEWEST);
        };
    }

    private static Task<String> big(Task<String> task) {
        return task.payload(task.payload() + " ".repeat(BIG_LENGTH * (1 + (int) (number(task.payload()) % BIG_SIZES))));
    }

    /** The payload of a task of {@link #LARGE}, which begins with its ID. */
    static String large(String id) {
        return (id + " ").repeat(LARGE_REPEATS);
    }

    /** The payload of a task of {@link #OUTSIDE}, which begins with its ID. */
    static String incompressible(String id) {
        return id + " " + new Random(number(id)).ints(OUTSIDE_LENGTH, '!', '~').mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    static long number(String id) {
        return Long.parseLong(id.substring(id.indexOf('-') + 1));
    }

    /** An ID for a task of this kind. */
    public String id(long number) {
        return name().toLowerCase(Locale.ROOT) + "-" + number;
    }

    /** Whether a round has a task of this kind. */
    public boolean isIn(long round) {
        return round % every == 0;
    }

    int every() {
        return every;
    }

    /** The queue without its shards; for {@link #FOUND}, the prefix of its queues' names. */
    public String queue() {
        return queue;
    }

    /** A task with the ID. A debounced task has none, because a waiting task with the same key may replace it. */
    public Task<String> task(String id) {
        Task<String> task = options.apply(named(id));
        return this == DEBOUNCED ? task : task.id(id);
    }

    /** A task without the ID, for senders that set their own. */
    Task<String> named(String id) {
        return Task.of(type, id).queue(queue);
    }
}
