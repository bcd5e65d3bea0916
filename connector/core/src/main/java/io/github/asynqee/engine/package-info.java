/** asynq in plain Java, without a container. */
@NullMarked
package io.github.asynqee.engine;

import org.jspecify.annotations.NullMarked;
