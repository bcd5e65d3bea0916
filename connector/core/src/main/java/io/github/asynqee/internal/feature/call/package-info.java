/** Calls: tasks whose callers wait for the result, and how the client awaits results in Redis. */
package io.github.asynqee.internal.feature.call;
