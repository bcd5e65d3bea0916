/** The Redis under test: its use of resources, its contents, and tasks that the harness itself writes. */
package io.github.asynqee.bench.redis;
