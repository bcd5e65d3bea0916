/** Limits of tasks by keys, and fairness between keys: checks, the watch of keys, their commands and scripts. */
package io.github.asynqee.internal.feature.limit;
