/** The bean through which the connector uses this module. */
package io.github.asynqee.transactions.internal;
