/** Effects that happen once: the tasks whose handlers have committed, in a table of the handlers' database. */
@NullMarked
package io.github.asynqee.transactions.internal.inbox;

import org.jspecify.annotations.NullMarked;
