/** Changes of periodic entries, and requests to run one. */
package io.github.asynqee.internal.inspect.periodic;
