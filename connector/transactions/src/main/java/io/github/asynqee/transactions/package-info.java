/** Tasks that take part in JTA transactions: what an application catches. */
@NullMarked
package io.github.asynqee.transactions;

import org.jspecify.annotations.NullMarked;
