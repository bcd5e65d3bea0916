/** Applications whose start fails, and what is left of them. */
package io.github.asynqee.server.start;
