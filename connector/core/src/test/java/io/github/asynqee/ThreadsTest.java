package io.github.asynqee;

import static io.github.asynqee.ProjectFiles.ROOT;
import static io.github.asynqee.ProjectFiles.read;
import static io.github.asynqee.ProjectFiles.walk;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/** A thread of the engine runs a loop that nothing it throws can end, and an error of one element does not concern others. */
class ThreadsTest {

    private static final Pattern MAKES_THREADS = Pattern
            .compile("new Thread\\(|newThread\\(|EngineThread\\.(?:of|once)\\(|new ThreadPoolExecutor\\(");
    private static final String LOOP = "EngineThread.loop(";

    /** Classes that create threads without a loop, and the work of these threads. */
    private static final Map<String, String> WITHOUT_LOOP = Map.ofEntries(
            Map.entry("EngineThread", "is the loop"),
            Map.entry("Opening", "one attempt, whose failure goes to the callers"),
            Map.entry("NodeCalls", "one call, whose failure goes to the caller"),
            Map.entry("WorkerConfig", "the default factory"),
            Map.entry("DefaultAsynqClient", "the default factory"),
            Map.entry("ContainerThreads", "the factory of a container"),
            Map.entry("AsynqRuntime", "one stop"),
            Map.entry("RedisProbe", "one probe"),
            Map.entry("PeriodicRuntime", "one call of the application"),
            Map.entry("EventBridge", "a pool, which replaces a thread that has ended"),
            Map.entry("PooledLaneExecutor", "a pool, which replaces a thread that has ended"),
            Map.entry("SlowQueues", "a pool, which replaces a thread that has ended"),
            Map.entry("VirtualLaneExecutor", "one task"),
            Map.entry("Transactions", "one transaction"));

    @Test
    void every_class_that_makes_threads_uses_the_loop_or_runs_one_thing() {
        Map<String, Boolean> found = new TreeMap<>();
        for (String module : List.of("redis", "core", "inspector", "messaging", "transactions", "codecs")) {
            for (Path file : walk(ROOT.resolve("connector/" + module + "/src/main/java")).toList()) {
                String source = read(file);
                if (MAKES_THREADS.matcher(source).find()) {
                    String name = file.getFileName().toString().replace(".java", "");
                    found.put(name, source.contains(LOOP) || WITHOUT_LOOP.containsKey(name));
                }
            }
        }

        assertThat(found).isNotEmpty().allSatisfy((name, loops) -> assertThat(loops).as(name).isTrue());
        assertThat(found.keySet()).as("all listed classes are there").containsAll(WITHOUT_LOOP.keySet());
    }

    /** Catches any exception that is not an error, in group 1, and the rest of the block, in group 2. */
    private static final Pattern SWALLOWS = Pattern
            .compile(
                    "\\n( +)\\} catch \\((?=[^)]*\\b(?:Runtime)?Exception\\b)(?![^)]*\\bError\\b)[^)]+\\) \\{\\n(.*?)\\n\\1\\}",
                    Pattern.DOTALL);

    /** Classes that catch an exception, do not throw it again, and let errors pass, and where these go. */
    private static final Map<String, String> LET_ERRORS_PASS = Map.ofEntries(
            Map.entry("ApplicationLife", "a look at the application, which is repeated"),
            Map.entry("CleanCalls", "a look-up at the start"),
            Map.entry("Completer", "its caller counts them as failures of each outcome"),
            Map.entry("FailedAttemptLog", "its caller settles the attempt nevertheless"),
            Map.entry("LaneSubscription", "the attempt fails"),
            Map.entry("NodeCalls", "one call, whose failure goes to the caller"),
            Map.entry("NodeExporters", "the start of the application fails"),
            Map.entry("Opening", "the end of one attempt"),
            Map.entry("Outbox", "the loop of the relay, which is repeated"),
            Map.entry("OutboxCheck", "a check, which is repeated"),
            Map.entry("OutboxOwner", "the last step of its thread"),
            Map.entry("SendSpan", "the sender gets them"),
            Map.entry("Sentinels", "one question, which is repeated"),
            Map.entry("Tracing", "the start of the application fails"));

    /** An OutOfMemoryError or a LinkageError is as little a reason to leave out the other queues, tasks or steps as an exception. */
    @Test
    void what_continues_after_an_exception_continues_after_an_error() {
        Map<String, String> found = new TreeMap<>();
        for (String module : List.of("redis", "core", "messaging", "transactions", "codecs")) {
            for (Path file : walk(ROOT.resolve("connector/" + module + "/src/main/java")).toList()) {
                SWALLOWS.matcher(read(file)).results().filter(it -> !it.group(2).contains("throw "))
                        .forEach(it -> found.put(file.getFileName().toString().replace(".java", ""),
                                it.group().strip()));
            }
        }

        assertThat(found).containsOnlyKeys(LET_ERRORS_PASS.keySet());
    }
}
