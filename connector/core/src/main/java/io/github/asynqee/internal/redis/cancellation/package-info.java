/** Requests for cancellation, by subscription or, through a proxy, by polling. */
package io.github.asynqee.internal.redis.cancellation;
