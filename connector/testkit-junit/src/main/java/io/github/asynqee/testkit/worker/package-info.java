/** What a test works with: client, inspector, clock, and a worker that runs tasks when the test calls it; needs no JUnit. */
@NullMarked
package io.github.asynqee.testkit.worker;

import org.jspecify.annotations.NullMarked;
