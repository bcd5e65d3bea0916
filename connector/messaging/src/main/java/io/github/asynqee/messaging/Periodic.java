package io.github.asynqee.messaging;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.github.asynqee.periodic.CatchUp;

/**
 * Marks a bean method that produces the payload of a periodic task. The method is called once for each tick, on one
 * node of the cluster, with an active request context. It has no parameter, or one: the tick as an {@code Instant}. Its
 * result is enqueued: a payload, or a {@code Task} with its own options; {@code null} enqueues no task for this tick.
 * If it throws, the call is repeated after a short pause.
 *
 * <pre>{@code
 * @Periodic(name = "daily-report", spec = "0 6 * * MON-FRI", zone = "Europe/Berlin")
 * ReportRequest yesterday(Instant tick) { … }
 * }</pre>
 *
 * <p>The configuration under {@code mp.messaging.connector.asynq.cron.<name>.} overrides the annotation.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Periodic {

    /** @return the entry's name; default: the method's name */
    String name() default "";

    /**
     * @return the schedule in asynq's dialect: five fields, {@code @daily}, {@code @every 1h30m}; required here or in
     *         the configuration
     */
    String spec() default "";

    /** @return the time zone of the spec; default: UTC */
    String zone() default "";

    /** @return the type of the tasks; default: the entry's name */
    String type() default "";

    /** @return the queue; default: the connector's */
    String queue() default "";

    /** @return how missed ticks (misfires) are handled */
    CatchUp catchUp() default CatchUp.NONE;
}
