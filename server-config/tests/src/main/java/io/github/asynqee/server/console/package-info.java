/**
 * The console on an application server: its interface, its protection, and its pages in a browser.
 */
package io.github.asynqee.server.console;
