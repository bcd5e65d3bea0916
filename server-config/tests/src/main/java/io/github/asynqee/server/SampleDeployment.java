package io.github.asynqee.server;

import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The sample, as the {@code @Deployment} of a test returns it. */
final class SampleDeployment {

    private SampleDeployment() {}

    static WebArchive sample() {
        return ShrinkWrap.createFromZipFile(WebArchive.class, ServerUnderTest.war().toFile());
    }
}
