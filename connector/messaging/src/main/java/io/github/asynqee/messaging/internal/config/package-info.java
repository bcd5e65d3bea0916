/**
 * The configuration: every attribute declared once, read from MicroProfile Config into immutable, validated records. Errors
 * name the property, its value and what is allowed.
 */
package io.github.asynqee.messaging.internal.config;
