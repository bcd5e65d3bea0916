package io.github.asynqee.console.view;

import java.util.List;

import io.github.asynqee.console.json.Inline;
import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.inspect.BatchInfo;
import io.github.asynqee.inspect.BatchMember;
import io.github.asynqee.internal.shard.Shards;

/**
 * A batch with members.
 *
 * @param batch as in the list
 * @param memberList some archived or open members, archived members first
 */
public record BatchDetails(@Inline BatchRow batch, @Member(maxItems = 200) List<BatchMember> memberList) {

    public static BatchDetails of(BatchInfo batch, List<BatchMember> members, Masking masking) {
        return new BatchDetails(BatchRow.of(batch, masking), members.stream().map(member -> new BatchMember(
                Shards.logical(member.queue()), member.id(), member.isBatch(), member.state())).toList());
    }
}
