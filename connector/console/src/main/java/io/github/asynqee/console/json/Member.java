package io.github.asynqee.console.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the API promises of a member beyond its Java type. With the Javadoc of the record it becomes the schema in
 * {@code openapi.json}: a member that can be {@code null} there is not required.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Member {

    /** As {@link #min()}: the number may be negative. */
    long ANY = Long.MIN_VALUE;

    /** What a text, or each of a list, can be, separated by {@code |}; empty for any. */
    String values() default "";

    /** The lowest number. */
    long min() default 0;

    /** The length of a list at most, 0 for any. */
    int maxItems() default 0;
}
