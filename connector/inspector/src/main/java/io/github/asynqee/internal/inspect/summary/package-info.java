/** Summaries of many tasks: statistics recorded by workers, and groups of similar errors. */
@NullMarked
package io.github.asynqee.internal.inspect.summary;

import org.jspecify.annotations.NullMarked;
