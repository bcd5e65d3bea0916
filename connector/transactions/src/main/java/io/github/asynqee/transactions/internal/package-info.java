/** Entry point: the bean through which the connector uses this module. */
@NullMarked
package io.github.asynqee.transactions.internal;

import org.jspecify.annotations.NullMarked;
