/** Alerts: rules, incidents and their messages to webhooks and mail. */
package io.github.asynqee.console.alert;
