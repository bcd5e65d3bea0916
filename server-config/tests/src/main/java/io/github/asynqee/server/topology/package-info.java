/** The sample, the console and the command line on every kind of Redis. */
package io.github.asynqee.server.topology;
