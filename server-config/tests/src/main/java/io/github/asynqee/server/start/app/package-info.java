/** What the applications consist of whose start fails. */
package io.github.asynqee.server.start.app;
