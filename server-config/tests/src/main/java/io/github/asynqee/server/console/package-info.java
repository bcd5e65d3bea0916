/**
 * The console on an application server: its interface and its protection.
 */
package io.github.asynqee.server.console;
