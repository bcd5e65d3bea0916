/** What happens to tasks, as CDI events. */
package io.github.asynqee.messaging.events;
