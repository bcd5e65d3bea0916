/** The JTA transaction of the current thread. */
@NullMarked
package io.github.asynqee.transactions.internal.jta;

import org.jspecify.annotations.NullMarked;
