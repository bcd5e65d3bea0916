/**
 * The connector's properties in an application's configuration: declares the attributes, finds unknown attributes,
 * and reads values. Errors name the property, its value and the allowed values.
 */
@NullMarked
package io.github.asynqee.messaging.internal.config.property;

import org.jspecify.annotations.NullMarked;
