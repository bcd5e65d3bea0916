/** Tasks that take part in JTA transactions: what an application catches. */
package io.github.asynqee.transactions;
