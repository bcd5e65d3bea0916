package io.github.asynqee.model;

import java.time.Clock;

/** Go asynq in memory: its key space, its clock and its operations, by the sections of the protocol document. */
final class AsynqModel {

    final Space space = new Space();
    final ModelClock clock;
    final GoProducing producing;
    final GoWorking working;
    final GoMaintenance maintenance;
    final GoGroups groups;
    final GoRegistries registries;
    final GoInspector inspector;

    AsynqModel(Clock clock) {
        this.clock = new ModelClock(clock);
        this.producing = new GoProducing(space, this.clock);
        this.working = new GoWorking(space, this.clock);
        this.maintenance = new GoMaintenance(space, this.clock);
        this.groups = new GoGroups(space, this.clock);
        this.registries = new GoRegistries(space, this.clock);
        this.inspector = new GoInspector(space, this.clock);
    }
}
