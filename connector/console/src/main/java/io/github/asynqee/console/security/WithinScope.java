package io.github.asynqee.console.security;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The methods of a resource show and change nothing outside of the queues that the user may see. Users who may not see all
 * queues are refused at all other resources.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface WithinScope {}
