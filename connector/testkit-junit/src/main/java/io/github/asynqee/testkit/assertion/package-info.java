/** Assertions on what queues contain; need no JUnit. Entrance: {@link io.github.asynqee.testkit.assertion.AsynqAssertions}. */
@NullMarked
package io.github.asynqee.testkit.assertion;

import org.jspecify.annotations.NullMarked;
