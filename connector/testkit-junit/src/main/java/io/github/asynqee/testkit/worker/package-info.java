/** Client, inspector, clock and worker for tests, usable without JUnit. */
@NullMarked
package io.github.asynqee.testkit.worker;

import org.jspecify.annotations.NullMarked;
