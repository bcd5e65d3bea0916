/** Beans that an application provides to encrypt payloads or store them outside Redis. */
@NullMarked
package io.github.asynqee.codecs;

import org.jspecify.annotations.NullMarked;
