package io.github.asynqee.bench.subject;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** All resources are below {@code /bench}. */
@ApplicationPath("/bench")
public class BenchApplication extends Application {}
