package io.github.asynqee.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A field of a class with {@link AsynqTest} that is set before each test method, by its type. Not private, not static,
 * not final. Test methods that run in parallel on one instance take parameters instead.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface AsynqResource {}
