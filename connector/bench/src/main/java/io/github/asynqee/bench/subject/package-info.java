/** The measured programs: the engine in a process of its own, and the application that servers run. */
package io.github.asynqee.bench.subject;
