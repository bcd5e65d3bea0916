package io.github.asynqee.console.security;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The role that a method of the API needs. A method without this annotation is refused to all users. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Allowed {

    /** The lowest role. */
    Role value();

    /** Whether the method changes nothing although it is not a GET: allowed in read-only mode, not audited. */
    boolean readOnly() default false;
}
