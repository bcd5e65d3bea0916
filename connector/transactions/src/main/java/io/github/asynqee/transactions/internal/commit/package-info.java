/** Tasks that are stored in Redis after the commit of their sender's transaction. */
@NullMarked
package io.github.asynqee.transactions.internal.commit;

import org.jspecify.annotations.NullMarked;
