/** Queues, tasks and servers as the API shows them. */
package io.github.asynqee.console.view;
