/** The bean that the connector uses, and the steps of which its codecs consist. */
@NullMarked
package io.github.asynqee.codecs.internal;

import org.jspecify.annotations.NullMarked;
