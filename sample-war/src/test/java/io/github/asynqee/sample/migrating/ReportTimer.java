package io.github.asynqee.sample.migrating;

import java.time.LocalDate;

import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;

/** A report each working day by a timer of Enterprise Beans; {@link Reports} is the same by tasks. */
@Singleton
public class ReportTimer {

    private static final System.Logger LOG = System.getLogger(ReportTimer.class.getName());

    @Schedule(hour = "6", dayOfWeek = "Mon-Fri", timezone = "Europe/Berlin")
    public void build() {
        LOG.log(System.Logger.Level.INFO, "report of " + LocalDate.now());
    }
}
