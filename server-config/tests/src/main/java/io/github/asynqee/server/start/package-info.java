/** Applications whose start fails, and the resources that they leave. */
package io.github.asynqee.server.start;
