/**
 * asynq's queues as channels of MicroProfile Reactive Messaging: what an application injects, unwraps and annotates. The
 * connector's name in the configuration is {@code asynq}.
 */
package io.github.asynqee.messaging;
