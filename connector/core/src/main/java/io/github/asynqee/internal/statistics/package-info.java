/** Numbers of attempts and histograms of durations by queue and type, until they are written. */
package io.github.asynqee.internal.statistics;
