package io.github.asynqee.console.api;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** The API, below the context root of the console. */
@ApplicationPath("api")
public class ConsoleApplication extends Application {}
