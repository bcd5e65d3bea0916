/** The configuration: attributes, read into immutable, validated records. */
@NullMarked
package io.github.asynqee.messaging.internal.config;

import org.jspecify.annotations.NullMarked;
