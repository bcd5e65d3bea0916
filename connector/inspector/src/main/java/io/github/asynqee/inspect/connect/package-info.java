/** Entry point for plain Java. */
package io.github.asynqee.inspect.connect;
