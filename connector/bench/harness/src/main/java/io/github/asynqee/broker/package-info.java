/** What the benchmark needs of the broker's insides. */
package io.github.asynqee.broker;
