/** JSON: values to text, and bodies of requests to values. */
package io.github.asynqee.console.json;
