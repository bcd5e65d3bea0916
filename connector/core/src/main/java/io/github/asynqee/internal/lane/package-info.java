/** Channels, their lanes, and the routes from tasks to channels. */
package io.github.asynqee.internal.lane;
