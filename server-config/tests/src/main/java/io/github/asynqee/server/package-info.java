/**
 * The sample on an application server: starting one as a process of its own, and the tests that are the same for each.
 */
package io.github.asynqee.server;
