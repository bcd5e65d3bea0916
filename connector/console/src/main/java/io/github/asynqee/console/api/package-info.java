/** The REST API. */
package io.github.asynqee.console.api;
