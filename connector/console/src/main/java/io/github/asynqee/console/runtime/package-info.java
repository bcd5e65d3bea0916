/** Assembly, start and stop of the console. */
package io.github.asynqee.console.runtime;
