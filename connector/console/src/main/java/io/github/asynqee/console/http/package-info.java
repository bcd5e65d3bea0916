/** What all methods of the API share: permissions, audit, limits, errors, names in paths. */
package io.github.asynqee.console.http;
