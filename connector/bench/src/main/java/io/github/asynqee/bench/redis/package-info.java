/** The Redis under test: what it has used and contains, and tasks that the harness itself writes. */
package io.github.asynqee.bench.redis;
