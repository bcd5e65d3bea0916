/** What users catch: an operation on Redis failed. */
package io.github.asynqee.redis;
