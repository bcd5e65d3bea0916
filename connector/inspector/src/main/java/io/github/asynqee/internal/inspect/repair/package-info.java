/** Repair of damaged state in Redis. */
package io.github.asynqee.internal.inspect.repair;
