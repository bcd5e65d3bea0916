/**
 * The configuration: every attribute declared once, read from MicroProfile Config into immutable, valid records. What is
 * wrong is said in sentences that name the property, its value and what is allowed.
 */
package io.github.asynqee.messaging.config;
