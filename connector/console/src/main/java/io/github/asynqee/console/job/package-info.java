/** Changes of many tasks, which run in the background. */
package io.github.asynqee.console.job;
