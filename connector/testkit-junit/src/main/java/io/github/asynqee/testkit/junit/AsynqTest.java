package io.github.asynqee.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test method of a class an empty database of a Redis for tests, and what works with it. A parameter of the
 * test, of {@code @BeforeEach} or {@code @AfterEach}, or a field with {@link AsynqResource}, gets it by its type:
 *
 * <ul>
 * <li>{@code AsynqClient}, which enqueues
 * <li>{@code Inspector}, which reads
 * <li>{@code TestWorker}, which runs what is due when the test calls {@code drain()}
 * <li>{@code ManualClock}, by which tasks are due
 * <li>{@code AsynqForTests}, which has all of these, queues to assert on, and the URL
 * </ul>
 *
 * <pre>{@code
 * @AsynqTest
 * class RemindersTest {
 *
 *     @Test
 *     void a_reminder_is_sent_a_day_later(AsynqForTests asynq) {
 *         asynq.client().enqueue(Task.of("reminder:send", "42").processIn(Duration.ofHours(24)));
 *         asynq.worker().handle("reminder:send", task -> reminders.send(task.text()));
 *
 *         asynq.clock().advance(Duration.ofHours(24));
 *
 *         assertThat(asynq.worker().drain()).hasSize(1);
 *     }
 * }
 * }</pre>
 *
 * <p>The Redis is {@code RedisForTests.shared()}: a container, a local process or an existing server, as its system
 * properties say. Tests may run in parallel: each has one of the databases 1 to 15, and one more waits until one is
 * free. What calls {@code RedisForTests.clear()} deletes the data of all of them and must not run beside.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.TYPE, ElementType.METHOD })
@ExtendWith(AsynqTestExtension.class)
public @interface AsynqTest {

    /**
     * The time at which the clock stands when a test begins.
     *
     * @return the time in ISO 8601, {@code 2026-01-31T12:00:00Z}; by default that of the enclosing element, or the
     *         current time
     */
    String now() default "";
}
