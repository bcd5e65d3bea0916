/**
 * What a server does for its queues from time to time. Each duty is one class with a {@code runOnce()}; none owns a
 * thread.
 */
package io.github.asynqee.service;
