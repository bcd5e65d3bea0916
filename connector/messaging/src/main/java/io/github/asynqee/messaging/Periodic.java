package io.github.asynqee.messaging;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.github.asynqee.periodic.CatchUp;

/**
 * On a method of a bean that produces the payload of a periodic task. The method is called for each tick, on one node
 * only, with an active request context. It takes nothing, or the tick as an {@code Instant}. What it returns is enqueued:
 * a payload, or a {@code Task} with options of its own; {@code null} means no task this time. If it throws, it is called
 * again a little later.
 *
 * <pre>{@code
 * @Periodic(name = "daily-report", spec = "0 6 * * MON-FRI", zone = "Europe/Berlin")
 * ReportRequest yesterday(Instant tick) { … }
 * }</pre>
 *
 * <p>The configuration under {@code mp.messaging.connector.asynq.cron.<name>.} wins over what stands here.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Periodic {

    /** @return the entry's name; default the method's */
    String name() default "";

    /** @return when it is due, in asynq's dialect: five fields, {@code @daily}, {@code @every 1h30m}; may be left to the
     *         configuration */
    String spec() default "";

    /** @return the time zone of the spec, default UTC */
    String zone() default "";

    /** @return the type of the tasks, default the entry's name */
    String type() default "";

    /** @return the queue, default that of the connector */
    String queue() default "";

    /** @return what becomes of missed ticks */
    CatchUp catchUp() default CatchUp.NONE;
}
