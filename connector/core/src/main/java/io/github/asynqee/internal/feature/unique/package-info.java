/** Unique tasks with policies: the checks of their options, their rule, its script. */
package io.github.asynqee.internal.feature.unique;
