/** asynq in plain Java, without a container. */
package io.github.asynqee.engine;
