/** The API about the console itself: whether it is alive, its session, its description. */
package io.github.asynqee.console.api.about;
