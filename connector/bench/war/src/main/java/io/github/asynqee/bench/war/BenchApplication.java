package io.github.asynqee.bench.war;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Everything is below {@code /bench}. */
@ApplicationPath("/bench")
public class BenchApplication extends Application {}
