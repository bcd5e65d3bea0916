/** Snapshots of each Redis, shared by all viewers. */
package io.github.asynqee.console.live;
