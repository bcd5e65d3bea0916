/** Periodic tasks from the configuration, from annotated methods and from providers; what an application sees of them. */
package io.github.asynqee.messaging.cron;
