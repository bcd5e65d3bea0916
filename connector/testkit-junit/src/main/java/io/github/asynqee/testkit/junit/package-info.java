/** The extension of JUnit 5: {@link io.github.asynqee.testkit.junit.AsynqTest}. */
package io.github.asynqee.testkit.junit;
