/** The configuration: attributes, read into immutable, validated records. */
package io.github.asynqee.messaging.internal.config;
