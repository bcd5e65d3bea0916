/** What a test works with: client, inspector, clock, and a worker that runs tasks when the test says so; needs no JUnit. */
package io.github.asynqee.testkit.worker;
