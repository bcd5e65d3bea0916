/** Login, roles, tokens and headers. */
package io.github.asynqee.console.security;
