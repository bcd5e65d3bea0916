/** Counters and histograms of one node, and their declaration. */
package io.github.asynqee.internal.metrics;
