/**
 * The configuration: each attribute is declared once and read from MicroProfile Config into immutable, validated
 * records. Errors name the property, its value and the allowed values.
 */
package io.github.asynqee.messaging.internal.config;
