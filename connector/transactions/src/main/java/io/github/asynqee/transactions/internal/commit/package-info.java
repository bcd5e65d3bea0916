/** Tasks that are stored in Redis after the commit of their sender's transaction. */
package io.github.asynqee.transactions.internal.commit;
