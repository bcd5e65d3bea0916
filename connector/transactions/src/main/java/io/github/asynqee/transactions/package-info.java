/** Exceptions of tasks that take part in JTA transactions. */
@NullMarked
package io.github.asynqee.transactions;

import org.jspecify.annotations.NullMarked;
