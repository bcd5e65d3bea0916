/** The JUnit 5 extension: {@link io.github.asynqee.testkit.junit.AsynqTest}. */
@NullMarked
package io.github.asynqee.testkit.junit;

import org.jspecify.annotations.NullMarked;
