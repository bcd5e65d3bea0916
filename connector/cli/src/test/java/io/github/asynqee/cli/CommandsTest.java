package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.google.gson.JsonParser;
import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.protocol.AttemptRecord;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import redis.clients.jedis.Jedis;

/** Commands that asynq's own command line does not have, and the handling of errors. */
class CommandsTest extends CommandTest {

    private Inspector inspector;

    @BeforeEach
    void start() {
        inspector = Inspectors.connect(redis.url());
    }

    @AfterEach
    void stop() {
        inspector.close();
    }

    @Test
    void a_task_is_enqueued_with_its_options() {
        assertThat(run("task", "enqueue", "-t", "email:welcome", "-l", "{\"to\":\"ü\"}", "-q", "mail", "-i", "t1",
                "--process_in", "1h30m", "--retry", "3", "--header", "a=b")).isZero();

        assertThat(out).hasToString("Enqueued task t1 to queue mail" + System.lineSeparator());
        assertThat(inspector.tasks().list("mail", TaskState.SCHEDULED, 1, 10)).singleElement().satisfies(task -> {
            assertThat(task.info().payload()).asString().isEqualTo("{\"to\":\"ü\"}");
            assertThat(task.info().maxRetry()).isEqualTo(3);
            assertThat(task.info().headers()).containsEntry("a", "b");
        });
    }

    @Test
    void a_second_task_of_the_same_id_is_an_error() {
        run("task", "enqueue", "-t", "email:welcome", "-i", "t1");

        assertThat(run("task", "enqueue", "-t", "email:welcome", "-i", "t1")).isEqualTo(1);
        assertThat(err.toString()).startsWith("error: task ID conflicts with another task");
    }

    @Test
    void wrong_usage_is_explained_and_ends_with_2() {
        assertThat(run("task", "ls", "--queue", "default", "--state", "nonsense")).isEqualTo(2);
        assertThat(err.toString()).contains("--state", "nonsense", "SCHEDULED");
        assertThat(run("task", "enqueue", "-t", "a", "--timeout", "soon")).isEqualTo(2);
        assertThat(err.toString()).contains("--timeout", "soon", "1h30m");
        assertThat(run("queue")).isEqualTo(2);
    }

    @Test
    void what_destroys_needs_a_confirmation_or_yes() {
        run("task", "enqueue", "-t", "email:welcome");

        assertThat(run("task", "deleteall", "-q", "default", "-s", "pending")).isEqualTo(2);
        assertThat(err.toString()).contains("--yes");
        assertThat(inspector.queues().info("default").pending()).isEqualTo(1);
        assertThat(run("queue", "rm", "default", "--force", "--yes")).isZero();
        assertThat(inspector.queues().names()).isEmpty();
    }

    @Test
    void output_as_json_and_csv_controls_neither_a_terminal_nor_a_spreadsheet() {
        String hostile = "=cmd|'/c calc'!A1\u001b]0;x\u0007\u009b1m\u202e\udb40\udc01";
        try (AsynqClient client = Asynq.connect(redis.url())) {
            client.enqueue(Task.of(hostile, "{}").queue("default").id("-1+1"));
        }

        assertThat(run("task", "ls", "-q", "default", "-s", "pending", "-o", "csv")).isZero();
        assertThat(out.toString()).contains("'-1+1,'=cmd|'/c calc'!A1\\u001b]0;x\\u0007\\u009b1m\\u202e\\ue0001");
        assertThat(run("task", "ls", "-q", "default", "-s", "pending", "-o", "json")).isZero();
        assertThat(out.toString()).contains("\"-1+1\"").contains("\\u001b]0;x\\u0007\\u009b1m\\u202e\\udb40\\udc01")
                .doesNotContain("\u009b", "\u202e");
        assertThat(JsonParser.parseString(out.toString()).getAsJsonArray().get(0).getAsJsonObject().get("type")
                .getAsString()).isEqualTo(hostile);
    }

    @Test
    void output_as_json_and_csv() {
        run("task", "enqueue", "-t", "email:welcome", "-i", "t1", "-l", "a,\"b\"");

        assertThat(run("task", "ls", "-q", "default", "-s", "pending", "-o", "json")).isZero();
        assertThat(JsonParser.parseString(out.toString()).getAsJsonArray().get(0).getAsJsonObject().get("payload")
                .getAsString()).isEqualTo("a,\"b\"");
        assertThat(run("task", "ls", "-q", "default", "-s", "pending", "-o", "csv")).isZero();
        assertThat(lines()).containsExactly("id,type,payload", "t1,email:welcome,\"a,\"\"b\"\"\"");
    }

    @Test
    void control_characters_do_not_reach_the_terminal() {
        run("task", "enqueue", "-t", "bell\u0007\u202e", "-i", "t1");

        run("task", "ls", "-q", "default", "-s", "pending");
        assertThat(out.toString()).contains("bell\\u0007\\u202e").doesNotContain("\u0007", "\u202e");
    }

    @Test
    void tasks_are_searched_in_all_queues() {
        run("task", "enqueue", "-t", "email:welcome", "-i", "t1", "-q", "mail", "-l", "to me");
        run("task", "enqueue", "-t", "email:welcome", "-i", "t2");

        assertThat(run("task", "search", "--payload", "ME", "-o", "csv")).isZero();
        assertThat(lines()).containsExactly("queue,state,id,type,payload,last_error",
                "mail,pending,t1,email:welcome,to me,");
        assertThat(run("errors")).isZero();
        assertThat(out.toString()).startsWith("No failed tasks found");
    }

    private void assertPrints(String expected, String... args) {
        assertThat(run(args)).as(err.toString()).isZero();
        assertThat(lines()).containsExactly(expected.split("\n"));
    }

    @Test
    void a_task_is_edited_rescheduled_moved_and_unlocked() {
        run("task", "enqueue", "-t", "email:welcome", "-i", "t1", "--header", "a=1", "--unique", "1h");

        assertPrints("task changed", "task", "edit", "-q", "default", "-i", "t1", "-l", "new", "--retry", "5",
                "--timeout", "90s", "--header", "b=2");
        assertPrints("queue,id,type,state,payload\ndefault,t1,email:bye,pending,new", "task", "edit", "-q", "default",
                "-i", "t1", "-t", "email:bye", "--no-headers", "-o", "csv");
        assertPrints("task runs at Thu Jan 31 12:00:00 UTC 2030", "task", "reschedule", "-q", "default", "-i", "t1",
                "--at", "2030-01-31T12:00:00Z");
        assertPrints("unique lock released", "task", "unlock", "-q", "default", "-i", "t1");
        assertPrints("the task holds no unique lock", "task", "unlock", "-q", "default", "-i", "t1");
        assertPrints("task moved to queue low", "task", "move", "-q", "default", "-i", "t1", "--to", "low");
        assertThat(inspector.tasks().get("low", "t1").info()).satisfies(task -> {
            assertThat(task.state()).isEqualTo(TaskState.SCHEDULED);
            assertThat(task.payload()).asString().isEqualTo("new");
            assertThat(task.maxRetry()).isEqualTo(5);
            assertThat(task.timeout()).hasSeconds(90);
            assertThat(task.headers()).isEmpty();
            assertThat(task.nextProcessAt()).isEqualTo("2030-01-31T12:00:00Z");
        });
        assertPrints("task runs now", "task", "reschedule", "-q", "low", "-i", "t1", "--in", "0s");
    }

    @Test
    void a_task_is_cloned() {
        run("task", "enqueue", "-t", "email:welcome", "-i", "t1", "-l", "a");

        assertThat(run("task", "clone", "-q", "default", "-i", "t1", "--to", "low", "--process_in", "1h")).isZero();
        assertThat(out.toString()).matches("Enqueued task [0-9a-f-]{36} to queue low\\R");
        assertThat(inspector.tasks().list("low", TaskState.SCHEDULED, 1, 10)).singleElement()
                .satisfies(task -> assertThat(task.info().payload()).asString().isEqualTo("a"));
    }

    @Test
    void what_cannot_be_edited_is_explained() {
        assertThat(run("task", "edit", "-q", "default", "-i", "t1")).isEqualTo(2);
        assertThat(err.toString()).contains("nothing to change");
        assertThat(run("task", "reschedule", "-q", "default", "-i", "t1")).isEqualTo(2);
        assertThat(err.toString()).contains("--at", "--in");
        assertThat(run("task", "move", "-q", "default", "-i", "t1", "--to", "default")).isEqualTo(1);
        assertThat(err.toString()).startsWith("error: the task is in queue \"default\" already");
    }

    @Test
    void a_queue_is_repaired_if_that_is_confirmed() {
        run("task", "enqueue", "-t", "email:welcome", "-i", "t1");
        assertPrints("No damage found", "queue", "repair", "default");
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            jedis.del("asynq:{default}:t:t1");
        }

        assertThat(run("queue", "repair", "default")).isEqualTo(1);
        assertThat(out.toString().lines()).containsExactly(
                "Queue    Code             ID  Repaired  Message                                                                 ",
                "-----    ----             --  --------  -------                                                                 ",
                "default  id-without-task  t1  false     there is no task with this ID, which is in: pending; the ID is removed  ",
                "Nothing was changed. Use --apply to repair the damage");
        assertThat(run("queue", "repair", "default", "--apply")).isEqualTo(2);
        assertThat(err.toString()).contains("--yes");
        assertPrints("queue,code,id,repaired,message\ndefault,id-without-task,t1,true,\"there is no task with this ID, "
                + "which is in: pending; the ID is removed\"", "queue", "repair", "default", "--apply", "--yes", "-o",
                "csv");
        assertThat(inspector.queues().info("default").pending()).isZero();
        assertThat(run("queue", "repair", "other")).isEqualTo(1);
        assertThat(err.toString()).contains("there is no queue \"other\"");
    }

    @Test
    void the_attempts_of_a_task_are_shown_if_any_is_recorded() {
        run("task", "enqueue", "-t", "email:welcome", "-i", "t1");
        run("task", "inspect", "-q", "default", "-i", "t1");
        assertThat(out.toString()).doesNotContain("Attempts");
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            jedis.hset(QueueKeys.of("default").task("t1"), AttemptRecord.FIELD,
                    "1\t1000\t1041\tFAILED\thost:7:id\t\tboom\\tbang\n2\t\t2000\tLEASE_EXPIRED\t\t\t\n");
        }

        run("task", "inspect", "-q", "default", "-i", "t1");
        assertThat(out.toString()).contains("Attempts", "lease expired", "host:7:id", "boom\\u0009bang");
        assertPrints("attempt,outcome,started,ended,milliseconds,server,trace,error\n"
                + "1,failed,1970-01-01T00:00:01Z,1970-01-01T00:00:01.041Z,41,host:7:id,,boom\\u0009bang\n"
                + "2,lease expired,,1970-01-01T00:00:02Z,,,,", "task", "inspect", "-q", "default", "-i", "t1",
                "--attempts", "-o", "csv");
    }

    @Test
    void headers_and_recoveries_of_a_task_are_shown_if_it_has_any() {
        run("task", "enqueue", "-t", "move", "-i", "t1");
        run("task", "inspect", "-q", "default", "-i", "t1");
        assertThat(out.toString()).doesNotContain("Header", "Recoveries");
        run("task", "enqueue", "-t", "move", "-i", "t2", "--header", "payload-version=3", "--header", "tenant=a\tb");
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            jedis.hset(QueueKeys.of("default").task("t2"), PrivateFields.RECOVERIES, "2");
        }

        run("task", "inspect", "-q", "default", "-i", "t2");
        assertThat(lines()).contains("Recoveries from dead servers: 2", "Header payload-version: 3",
                "Header tenant: a\\u0009b");
    }

    @Test
    void a_task_is_shown_with_payload_result_times_and_lock() {
        try (AsynqClient client = Asynq.connect(redis.url())) {
            client.enqueue(Task.of("move", "{\"to\":\"ann\"}").id("t1").timeout(Duration.ofMinutes(2))
                    .deadline(Instant.parse("2040-01-01T00:00:00Z")).retention(Duration.ofHours(1))
                    .unique(Duration.ofHours(1)));
            client.enqueue(Task.of("move", "x\u001b[2J").id("t2").group("g"));
            try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
                jedis.hset(QueueKeys.of("default").task("t1"), "result", "moved");
            }
        }
        run("task", "inspect", "-q", "default", "-i", "t1");
        assertThat(lines())
                .contains("Payload: {\"to\":\"ann\"}", "Result:  moved", "Timeout: 2m0s", "Retention: 1h0m0s")
                .anyMatch(line -> line.startsWith("Deadline: ") && line.endsWith("2040"))
                .anyMatch(line -> line.startsWith("Unique lock: asynq:{default}:unique:move:"));
        run("task", "inspect", "-q", "default", "-i", "t2");
        assertThat(lines()).contains("Group:   g", "Payload: non-printable bytes")
                .noneMatch(line -> line.startsWith("Result"));
        run("task", "inspect", "-q", "default", "-i", "t1", "-o", "json");
        assertThat(out.toString()).contains("\"timeout\":\"2m0s\"", "\"unique_lock\":\"asynq:{default}:unique:move:");
    }

    @Test
    void keys_of_limits_are_listed_and_a_task_that_waits_for_one_is_shown_with_it() {
        run("limit", "ls", "-q", "default");
        assertThat(out.toString()).contains("No tasks with limits found in queue \"default\"");
        run("task", "enqueue", "-t", "import", "-i", "t1", "--process_in", "1h");
        QueueKeys keys = QueueKeys.of("default");
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            jedis.zadd(keys.limitsWaiting(), 0, "imports blue\0" + "0".repeat(20) + "t1");
            jedis.hset(keys.task("t1"), PrivateFields.LIMIT,
                    "0".repeat(20) + " " + jedis.zscore(keys.scheduled(), "t1").longValue() + " imports blue");
        }

        run("limit", "ls", "-q", "default");
        assertThat(lines()).last().asString().matches("imports +blue +0 +1");
        run("task", "inspect", "-q", "default", "-i", "t1");
        assertThat(out.toString()).contains("Waits for limit: imports: blue", " at the latest");
        run("task", "ls", "-q", "default", "-s", "scheduled");
        assertThat(out.toString()).contains(" at the latest, limit imports: blue");
    }

    @Test
    void a_key_that_a_handler_has_paused_is_resumed() {
        QueueKeys keys = QueueKeys.of("default");
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            jedis.zadd(keys.limitsClosed(), Map.of("imports blue", 4e12, "all ", 4e12));

            run("limit", "resume", "-q", "default", "-l", "imports", "-k", "blue");
            assertThat(out.toString()).contains("Resumed imports: blue of queue \"default\"");
            assertThat(jedis.zrange(keys.limitsClosed(), 0, -1)).containsExactly("all ");
            run("limit", "resume", "-q", "default", "-l", "all");
            assertThat(jedis.exists(keys.limitsClosed())).isFalse();
        }
    }

    @Test
    void the_progress_of_a_task_is_shown_if_it_has_reported_one() {
        run("task", "enqueue", "-t", "email:welcome", "-i", "t1");
        run("task", "inspect", "-q", "default", "-i", "t1");
        assertThat(out.toString()).doesNotContain("Progress");
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            jedis.hset(QueueKeys.of("default").task("t1"), PrivateFields.PROGRESS, "30 1000 3 of 10");
        }

        run("task", "inspect", "-q", "default", "-i", "t1");
        assertThat(out.toString()).contains("Progress: 30% 3 of 10");
        run("task", "inspect", "-q", "default", "-i", "t1", "-o", "json");
        assertThat(out.toString()).contains("\"progress\":\"30% 3 of 10\"");
    }

    @Test
    void batches_are_shown_and_deleted() {
        try (AsynqClient client = Asynq.connect(redis.url())) {
            client.batch("b").add(List.of(Task.of("member", "").id("m1"), Task.of("member", "").id("m2")))
                    .onSuccess(Task.of("callback", "")).enqueue();
        }

        run("batch", "ls", "-q", "default");
        assertThat(out.toString()).contains("b", "0%");
        run("batch", "inspect", "-q", "default", "-i", "b");
        assertThat(out.toString()).contains("State:    running", "2, 0 done, 2 open, 0 failed", "m1", "b:success",
                "waiting");
        assertThat(run("batch", "delete", "-q", "default", "-i", "b")).isEqualTo(2);
        assertThat(err.toString()).contains("--yes");
        assertThat(run("batch", "delete", "-q", "default", "-i", "b", "--yes")).isZero();
        assertThat(inspector.queues().info("default").size()).isZero();
        assertThat(run("batch", "inspect", "-q", "default", "-i", "b")).isEqualTo(1);
    }

    @Test
    void the_doctor_ends_with_1_if_there_is_an_error() {
        run("task", "enqueue", "-t", "email:welcome");

        assertThat(run("doctor")).isEqualTo(1);
        assertThat(out.toString()).contains("queue-without-server");
    }

    @Test
    void outboxes_are_listed() {
        assertPrints("No outboxes", "server", "outboxes");
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            String key = "asynq:{outboxes}:vm:7:shop";
            jedis.zadd("asynq:{outboxes}", 9e9, key);
            jedis.set(key, String.join("\0", "vm", "7", "shop", "jdbc/shop", "12", "", "2", "not a task", "away"));
        }

        assertPrints("application,host,pid,data_source,rows,age,set_aside,error,problem\n"
                + "shop,vm,7,jdbc/shop,12,0s,2,not a task,away", "server", "outboxes", "-o", "csv");
    }

    @Test
    void stats_of_a_redis_that_refuses_info_and_memory_are_printed_without_these() {
        run("task", "enqueue", "-t", "email:welcome", "-q", "mail");
        StringWriter printed = new StringWriter();
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            jedis.aclSetUser("service", "on", ">secret", "~*", "&*", "+@all", "-@dangerous", "-memory");
            CommandLine commandLine = AsynqCommand.commandLine(command(), "stats");
            commandLine.setOut(new PrintWriter(printed, true));

            String uri = "redis://service:secret@" + redis.host() + ":" + redis.port();
            assertThat(commandLine.execute("stats", "--uri=" + uri)).isZero();
            jedis.aclDelUser("service");
        }
        assertThat(printed.toString().lines().map(String::strip)).containsSequence("mail", "----", "1")
                .anyMatch(line -> line.matches("(unknown *){5}"));
    }

    @Test
    void a_redis_that_is_not_there_is_one_line() {
        redis = EmbeddedRedis.start();
        redis.close();

        assertThat(run("stats")).isEqualTo(1);
        assertThat(err.toString().lines()).singleElement().asString().startsWith("error: ").contains(redis.url());
    }

    @Test
    void tells_why_a_task_and_a_queue_wait() {
        run("task", "enqueue", "-t", "email:welcome", "-i", "t1");
        run("queue", "pause", "default");

        assertThat(run("task", "why", "-q", "default", "-i", "t1")).isZero();
        assertThat(lines()).anyMatch(line -> line.matches("The queue has been paused for \\d+ s\\."))
                .contains("  Next step: resume the queue when its tasks may run",
                        "No running server consumes the queue.", "  Next step: start a server that consumes it");
        assertThat(run("queue", "why", "default", "-o", "json")).isZero();
        assertThat(JsonParser.parseString(out.toString()).getAsJsonArray()).extracting(row -> row.getAsJsonObject()
                .get("reason").getAsString()).containsExactly("paused", "no-server");
        assertThat(run("queue", "why", "default", "-o", "csv")).isZero();
        assertThat(lines().get(0)).isEqualTo("queue,id,reason,message,advice,since,until,limit,error");
    }

    @Test
    void why_something_waits_that_does_not_exist_is_an_error() {
        assertThat(run("task", "why", "-q", "default", "-i", "t1")).isEqualTo(1);
        assertThat(err.toString()).startsWith("error: there is no queue \"default\"");
        assertThat(run("queue", "why", "default")).isEqualTo(1);
        assertThat(err.toString()).startsWith("error: there is no queue \"default\"");
        run("task", "enqueue", "-t", "email:welcome", "-i", "t1");
        assertThat(run("task", "why", "-q", "default", "-i", "t2")).isEqualTo(1);
        assertThat(err.toString()).startsWith("error: there is no task t2");
        assertThat(run("task", "why", "-q", "default")).isEqualTo(2);
    }
}
