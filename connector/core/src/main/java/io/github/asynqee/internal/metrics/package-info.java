/** Counters and histograms of one node, their declaration, and their MBeans. */
package io.github.asynqee.internal.metrics;
