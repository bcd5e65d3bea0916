/** The bean that provides codecs to the connector, and its parts. */
@NullMarked
package io.github.asynqee.codecs.internal;

import org.jspecify.annotations.NullMarked;
