/**
 * The sample on an application server: the run command, and the tests that are the same for each server.
 */
package io.github.asynqee.server;
