package io.github.asynqee.server;

import java.nio.file.Path;

import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The sample and the console, as the {@code @Deployment} of a test returns them. */
final class SampleDeployment {

    private SampleDeployment() {}

    static WebArchive sample() {
        return ShrinkWrap.createFromZipFile(WebArchive.class, ServerUnderTest.war().toFile());
    }

    static WebArchive console() {
        return ShrinkWrap.createFromZipFile(WebArchive.class, Path.of(TestRun.property(TestRun.CONSOLE_WAR)).toFile());
    }
}
