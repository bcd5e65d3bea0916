/** What happens to tasks, told to whoever listens. */
package io.github.asynqee.event;
