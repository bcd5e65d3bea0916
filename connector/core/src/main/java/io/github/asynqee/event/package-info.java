/** Task events, as immutable values, and the listener that receives them. */
package io.github.asynqee.event;
