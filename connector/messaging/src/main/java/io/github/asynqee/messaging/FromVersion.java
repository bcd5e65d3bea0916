package io.github.asynqee.messaging;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The version that a {@link PayloadUpgrade} upgrades. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface FromVersion {

    /** @return the version of the old payloads, at least 1; the upgraded payload has the next version */
    int value();
}
