/** The exceptions of failed operations on Redis, which applications may catch. */
package io.github.asynqee.redis;
