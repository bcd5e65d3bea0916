package io.github.asynqee.console.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Constraints of a member of the API that its Java type does not express. Together with the Javadoc of the record they
 * become the schema in {@code openapi.json}, where members that can be {@code null} are not required.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Member {

    /** Value of {@link #min()} for a number that may be negative. */
    long ANY = Long.MIN_VALUE;

    /** The allowed values of a text, or of the items of a list, separated by {@code |}; empty for any. */
    String values() default "";

    /** The lowest number. */
    long min() default 0;

    /** The maximum length of a list, 0 for any length. */
    int maxItems() default 0;
}
