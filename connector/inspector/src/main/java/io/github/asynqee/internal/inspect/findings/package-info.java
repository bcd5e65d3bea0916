/** Looks for what keeps tasks from being run, or endangers them. */
package io.github.asynqee.internal.inspect.findings;
