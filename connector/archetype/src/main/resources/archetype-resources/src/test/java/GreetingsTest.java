package ${package};

import static io.github.asynqee.testkit.assertion.AsynqAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.testkit.junit.AsynqTest;
import io.github.asynqee.testkit.worker.AsynqForTests;
import io.github.asynqee.testkit.worker.TaskRun;
import io.github.asynqee.testkit.worker.TaskRun.Outcome;
import org.junit.jupiter.api.Test;

/** A Redis and a worker for each test. */
@AsynqTest
class GreetingsTest {

    @Test
    void a_greeting_is_sent(AsynqForTests asynq) {
        assertEquals(Outcome.COMPLETED, outcome(asynq, "World"));
    }

    @Test
    void a_greeting_without_a_name_is_tried_again(AsynqForTests asynq) {
        assertEquals(Outcome.RETRIED, outcome(asynq, " "));
    }

    private static Outcome outcome(AsynqForTests asynq, String to) {
        asynq.worker().handle("default", "greeting:", task -> new Greetings().send(task.payload(Greeting.class)));
        asynq.client().enqueue(Task.of("greeting:send", new Greeting(to)));
        List<TaskRun> runs = asynq.worker().drain();
        assertEquals(1, runs.size());
        return runs.get(0).outcome();
    }
}
