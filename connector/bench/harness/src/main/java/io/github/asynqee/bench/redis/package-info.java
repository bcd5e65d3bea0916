/** The Redis under test: near, far away, and with tasks in it that stay active. */
package io.github.asynqee.bench.redis;
