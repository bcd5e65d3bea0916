/** The bean that the connector uses, and the steps of which its codecs consist. */
package io.github.asynqee.codecs.internal;
