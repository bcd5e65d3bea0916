package io.github.asynqee.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a field of a class with {@link AsynqTest}. The field is set before each test method, according to its type.
 * It must not be private, static or final. Use parameters instead if test methods run in parallel on one instance.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface AsynqResource {}
