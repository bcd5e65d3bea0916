/** Access to each configured Redis, within a limit of time. */
package io.github.asynqee.console.redis;
