/** The configuration of the console. */
package io.github.asynqee.console.config;
