/** The seam between the engine and its optional features: a feature is a package below this one. */
package io.github.asynqee.internal.feature;
