/** Chromium, driven by Selenium. */
package io.github.asynqee.server.browser;
