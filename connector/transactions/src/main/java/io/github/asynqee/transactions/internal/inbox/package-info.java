/** Effects that happen once: the tasks whose handlers have committed, in a table of the handlers' database. */
package io.github.asynqee.transactions.internal.inbox;
