/** The measured programs: the engine in its own process, and the application that servers run. */
package io.github.asynqee.bench.subject;
