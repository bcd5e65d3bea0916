/** What the API shows of queues, tasks and servers. */
package io.github.asynqee.console.view;
