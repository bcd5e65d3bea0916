package ${package};

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Resources are found by their annotations. */
@ApplicationPath("/")
public class RestApplication extends Application {}
