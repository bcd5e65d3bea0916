/**
 * The properties of an application that belong to this connector: each attribute is declared once; unknown ones are
 * found; values are read, and errors name the property, its value and the allowed values.
 */
@NullMarked
package io.github.asynqee.messaging.internal.config.property;

import org.jspecify.annotations.NullMarked;
