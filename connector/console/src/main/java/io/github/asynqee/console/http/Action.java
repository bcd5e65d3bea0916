package io.github.asynqee.console.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A method that changes something; each call leaves one entry in the audit log. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Action {

    /** The action in the entry, for example {@code queue.pause}. */
    String value();
}
