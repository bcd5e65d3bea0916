package io.github.asynqee.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test method of a class an empty database of a test Redis. Parameters of the test, of {@code @BeforeEach}
 * and {@code @AfterEach}, and fields with {@link AsynqResource} are resolved by their type:
 *
 * <ul>
 * <li>{@code AsynqClient}, which enqueues
 * <li>{@code Inspector}, which reads
 * <li>{@code TestWorker}, which runs due tasks when the test calls {@code drain()}
 * <li>{@code ManualClock}, which determines when tasks are due
 * <li>{@code AsynqForTests}, which provides all of these, queues to assert on, and the URL
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
 * <p>The Redis is {@code RedisForTests.shared()}: a container, a local process or an existing server, depending on
 * its system properties. Tests may run in parallel. Each uses one of the databases 1 to 15; further tests wait until
 * a database is free. Tests that call {@code RedisForTests.clear()} delete all databases, so they must not run in
 * parallel with these tests.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.TYPE, ElementType.METHOD })
@ExtendWith(AsynqTestExtension.class)
public @interface AsynqTest {

    /**
     * The time of the clock when a test begins.
     *
     * @return the time in ISO 8601, {@code 2026-01-31T12:00:00Z}; by default the enclosing element's time, or the
     *         current time
     */
    String now() default "";
}
