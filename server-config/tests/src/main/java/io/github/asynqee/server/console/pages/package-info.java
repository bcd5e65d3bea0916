/**
 * The pages of the console in a browser, on an application server.
 */
package io.github.asynqee.server.console.pages;
