/** Unique tasks that join, replace or succeed those that hold their keys, in Redis. */
package io.github.asynqee.internal.redis.unique;
