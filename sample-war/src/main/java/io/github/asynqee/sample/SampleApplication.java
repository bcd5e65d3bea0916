package io.github.asynqee.sample;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** The REST API lives below {@code /api}; everything else is static. */
@ApplicationPath("/api")
public class SampleApplication extends Application {}
