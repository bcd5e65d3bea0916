/** Error responses (RFC 9457). */
package io.github.asynqee.console.problem;
