package io.github.asynqee.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.model.Disturbances.Place;
import io.github.asynqee.model.ProducerOperations.Kind;
import io.github.asynqee.model.ProducerOperations.Order;
import io.github.asynqee.model.WorkerOperations.Choice;
import io.github.asynqee.model.WorkerOperations.End;

/** Makes random sequences in which few names meet often. The same seed makes the same sequence. */
final class Generator {

    static final int LENGTH = 50;

    private static final String[] QUEUES = { "default", "очередь", "low:{1" };
    private static final String[] IDS = { "a", "b", "c", "d", "e", "ид", "x:y" };
    private static final String[] GROUPS = { "g", "группа:1" };
    private static final String[] TYPES = { "email:send", "naïve:任務" };
    private static final String[] SUBJECTS = { "", "00ff", "7b7d" };
    private static final String[] ERRORS = { "boom", "ошибка 💥", "" };

    /** One that cannot be decoded, and that of another task. */
    private static final String[] MESSAGES = { "ff", "0a01741a017a" };

    private final Random random;
    /** Each operation as often as its weight. */
    private final List<Supplier<Operation>> weighted = new ArrayList<>();

    private Generator(long seed) {
        this.random = new Random(seed);
        addTasks();
        addServices();
        addGroups();
        addRegistries();
        addDisturbances();
    }

    /** A sequence; every so many begin with a key space of a special kind. */
    static List<Operation> sequence(long seed) {
        Generator generator = new Generator(seed);
        List<Operation> operations = new ArrayList<>(generator.beginning(Math.floorMod(seed, 100)));
        while (operations.size() < LENGTH) {
            operations.add(generator.operation());
        }
        return operations;
    }

    private List<Operation> beginning(int kind) {
        String queue = queue();
        return switch (kind) {
            case 10 -> archiving(new Preparations.FillArchive(queue, 9_998, 9_999, 1), queue);
            case 20 -> archiving(new Preparations.FillArchive(queue, 9_999, 0, 0), queue);
            case 30 -> archiving(new Preparations.FillArchive(queue, 300, 90 * 86_400 + 150, 1), queue);
            case 35 -> archivedBeforeTheRest(queue);
            case 40 -> List.of(new Preparations.FillDue(queue, random.nextInt(250), random.nextInt(250)),
                    new ServiceOperations.Forward(queue));
            case 45 -> List.of(new Preparations.FillDue(queue, 201, 201), new ServiceOperations.Forward(queue));
            case 50 -> List.of(new Preparations.FillCompleted(queue, 95 + random.nextInt(200)),
                    new ServiceOperations.DeleteExpiredCompleted(queue));
            case 55 -> List.of(new Preparations.FillHistory("e1", 998), event(), event(), event());
            case 5 -> runByHandAndFailing(queue);
            case 15 -> undecodable(queue);
            case 25 -> List.of(new ProducerOperations.Store(List.of(order(queue, "a", Kind.PENDING).retained(30))),
                    new WorkerOperations.Dequeue(queue, 1), new WorkerOperations.CompleteAgain(0));
            default -> List.of();
        };
    }

    /** A member of a group is run alone, fails and comes back to its group. */
    private List<Operation> runByHandAndFailing(String queue) {
        return List.of(new ProducerOperations.Store(List.of(order(queue, "a", Kind.GROUPED))),
                new Disturbances.RunTask(queue, "a"), new WorkerOperations.Dequeue(queue, 1),
                new WorkerOperations.Settle(List.of(new Choice(0, End.RETRY, 9, "boom", true))),
                new Disturbances.Advance(9, 0), new ServiceOperations.Forward(queue));
    }

    /** One member of a set is archived alone, the other is aggregated. */
    private List<Operation> archivedBeforeTheRest(String queue) {
        List<Order> members = Stream.of("a", "b")
                .map(id -> new Order(queue, id, TYPES[0], id.equals("a") ? "01" : "02", Kind.GROUPED,
                        99_000, 0, GROUPS[0], 0, 3, null))
                .toList();
        return List.of(new ProducerOperations.Store(members), new GroupOperations.Stage(queue, GROUPS[0], 2, 0, 1),
                new GroupOperations.Settle(0, List.of(new Choice(0, End.ARCHIVE, 0, "boom", true))),
                new GroupOperations.Complete(0, order("", "c", Kind.PENDING)));
    }

    private List<Operation> undecodable(String queue) {
        return List.of(new ProducerOperations.Store(List.of(order(queue, "a", Kind.PENDING))),
                new Disturbances.BreakMessage(queue, "a", one(MESSAGES)), new WorkerOperations.Dequeue(queue, 1),
                new WorkerOperations.Settle(List.of(new Choice(0, End.ARCHIVE, 0, "boom", true))));
    }

    /** Two tasks are archived at once, one a second later. */
    private List<Operation> archiving(Operation preparation, String queue) {
        List<Operation> operations = new ArrayList<>(List.of(preparation));
        for (String id : new String[]{ "a", "b", "c" }) {
            operations.add(new ProducerOperations.Store(List.of(order(queue, id, Kind.PENDING))));
        }
        operations.add(new WorkerOperations.Dequeue(queue, 3));
        List<Choice> both = List.of(new Choice(0, End.ARCHIVE, 0, "boom", true),
                new Choice(0, End.ARCHIVE, 0, "boom", true));
        operations.add(new WorkerOperations.Settle(both));
        operations.add(new Disturbances.Advance(1, 0));
        operations.add(new WorkerOperations.Settle(both.subList(0, 1)));
        return operations;
    }

    private void add(int weight, Supplier<Operation> operation) {
        weighted.addAll(Collections.nCopies(weight, operation));
    }

    private Operation operation() {
        return weighted.get(random.nextInt(weighted.size())).get();
    }

    private void addTasks() {
        add(20, () -> new ProducerOperations.Store(several(3, i -> order(queue(), one(IDS), one(Kind.values())))));
        add(3, () -> new ProducerOperations.AddToGroupByGo(order(queue(), one(IDS), Kind.GROUPED).unique(99)));
        add(14, () -> new WorkerOperations.Dequeue(queue(), 1 + random.nextInt(4)));
        add(14, () -> new WorkerOperations.Settle(several(3, i -> choice())));
        add(3, () -> new WorkerOperations.Extend(several(3, i -> random.nextInt(9))));
        add(1, () -> new WorkerOperations.CompleteAgain(random.nextInt(9)));
        add(3, () -> new WorkerOperations.WriteResult(random.nextInt(9), bytes()));
    }

    private void addServices() {
        add(7, () -> new ServiceOperations.Forward(queue()));
        add(5, () -> new ServiceOperations.Recover(queue(), random.nextInt(3) == 0));
        add(3, () -> new ServiceOperations.Repair(queue()));
        add(2, () -> new ServiceOperations.DeleteExpiredCompleted(queue()));
    }

    private void addGroups() {
        add(7, () -> new GroupOperations.Stage(queue(), one(GROUPS), random.nextInt(4), random.nextInt(4) * 5,
                random.nextBoolean() ? 1 + random.nextInt(30) : 5 + random.nextInt(5) * 5));
        add(2, () -> new GroupOperations.Read(random.nextInt(5)));
        add(2, () -> new GroupOperations.Extend(queue(), several(3, i -> random.nextInt(5))));
        add(4, () -> new GroupOperations.Settle(random.nextInt(5), several(3, i -> choice())));
        add(2, () -> new GroupOperations.Delete(random.nextInt(5)));
        add(3, () -> new GroupOperations.Complete(random.nextInt(5), order("", one(IDS), one(Kind.values()))));
        add(3, () -> new GroupOperations.Reclaim(queue()));
        add(2, () -> new GroupOperations.Look(queue()));
    }

    private void addRegistries() {
        add(2, () -> new RegistryOperations.WriteServer(server(), "active", random.nextInt(3), 10));
        add(1, () -> new RegistryOperations.ClearServer(server()));
        add(1, () -> new RegistryOperations.ListServers());
        add(2, () -> new RegistryOperations.WriteEntries(server(), random.nextInt(3), 20));
        add(1, () -> new RegistryOperations.ClearEntries(server()));
        add(1, () -> new RegistryOperations.ListEntries());
        add(2, this::event);
        add(1, () -> random.nextInt(4) == 0 ? new RegistryOperations.ClearHistory("e1")
                : new RegistryOperations.History("e1", 1 + random.nextInt(20)));
    }

    private void addDisturbances() {
        add(5, () -> new Disturbances.Advance(random.nextInt(41), random.nextInt(1_000_000_000)));
        // meets limits exactly
        add(5, () -> new Disturbances.Advance(random.nextInt(9) * 5L, 0));
        add(1, () -> new Disturbances.Advance((1 + random.nextInt(5)) * 3_600L, 0));
        add(1, () -> new Disturbances.Advance((1 + random.nextInt(95)) * 86_400L, 0));
        add(1, () -> new Disturbances.Pause(queue()));
        add(2, () -> new Disturbances.Unpause(queue()));
        add(3, () -> new Disturbances.RunTask(queue(), one(IDS)));
        add(1, () -> new Disturbances.ArchiveTask(queue(), one(IDS)));
        add(1, () -> new Disturbances.DeleteTask(queue(), one(IDS)));
        add(2, () -> new Disturbances.Ghost(queue(), one(Place.values()), random.nextBoolean()));
        add(1, () -> new Disturbances.GhostMember(random.nextInt(5), random.nextBoolean()));
        add(1, () -> new Disturbances.LoseLease(random.nextInt(9)));
        add(1, () -> new Disturbances.LoseActive(random.nextInt(9)));
        add(1, () -> new Disturbances.Steal(random.nextInt(9), random.nextBoolean() ? 61 : -1));
        add(1, () -> new Disturbances.StaleLease(queue(), one(IDS)));
        add(2, () -> new Disturbances.BreakMessage(queue(), one(IDS), one(MESSAGES)));
        add(1, () -> new Disturbances.LastCounts(queue()));
    }

    private Operation event() {
        return new RegistryOperations.Record("e1", one(IDS), random.nextInt(9));
    }

    private Choice choice() {
        return new Choice(random.nextInt(9), one(End.values()), random.nextInt(60) - 5L, one(ERRORS),
                random.nextInt(5) > 0);
    }

    private String server() {
        return "s" + random.nextInt(3);
    }

    private Order order(String queue, String id, Kind kind) {
        boolean unique = random.nextInt(3) == 0;
        long lockFor = unique ? 10_000 + random.nextInt(100_000) : 0;
        return new Order(queue, id, one(TYPES), unique ? one(SUBJECTS) : bytes(), kind, lockFor,
                1 + random.nextInt(60_000), kind == Kind.GROUPED || random.nextInt(4) == 0 ? one(GROUPS) : "",
                random.nextInt(3) == 0 ? random.nextInt(100) : 0, random.nextInt(4),
                random.nextInt(3) == 0 ? one(ERRORS) : null);
    }

    private String queue() {
        // the first is busier than the others
        return QUEUES[Math.max(0, random.nextInt(5) - 2)];
    }

    private String bytes() {
        byte[] bytes = new byte[random.nextInt(12)];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private <T> T one(T[] all) {
        return all[random.nextInt(all.length)];
    }

    private <T> List<T> several(int max, IntFunction<T> each) {
        return IntStream.range(0, 1 + random.nextInt(max)).mapToObj(each).toList();
    }
}
