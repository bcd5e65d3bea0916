/** Chromium, driven by the protocol of WebDriver. */
package io.github.asynqee.server.browser;
