/** Tasks that are rows of the application's database until a relay has stored them in Redis. */
@NullMarked
package io.github.asynqee.transactions.internal.outbox;

import org.jspecify.annotations.NullMarked;
