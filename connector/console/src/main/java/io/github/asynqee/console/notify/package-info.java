/** Messages to webhooks and mail. */
package io.github.asynqee.console.notify;
