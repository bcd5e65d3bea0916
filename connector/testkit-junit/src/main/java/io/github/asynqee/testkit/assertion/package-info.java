/**
 * Assertions on queues, usable without JUnit. Start with {@link io.github.asynqee.testkit.assertion.AsynqAssertions}.
 */
@NullMarked
package io.github.asynqee.testkit.assertion;

import org.jspecify.annotations.NullMarked;
