/** Assertions on what queues contain; need no JUnit. Entrance: {@link io.github.asynqee.testkit.assertion.AsynqAssertions}. */
package io.github.asynqee.testkit.assertion;
