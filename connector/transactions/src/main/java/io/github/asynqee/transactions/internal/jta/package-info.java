/** The JTA transaction of the current thread. */
package io.github.asynqee.transactions.internal.jta;
