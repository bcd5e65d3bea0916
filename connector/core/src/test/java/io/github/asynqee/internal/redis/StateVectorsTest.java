package io.github.asynqee.internal.redis;

import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.vectors.KeySpace;
import io.github.asynqee.vectors.Vectors;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StateVectorsTest extends BrokerTest {

    private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    /** Here {@code complete_aggregation} deletes a staged set, together with storing its aggregate. */
    private static final Set<String> WITHOUT_COUNTERPART = Set.of("delete_aggregation_set");

    static Stream<Named<JsonNode>> recorded() {
        return Vectors.named("state_vectors", "name")
                .filter(vector -> !WITHOUT_COUNTERPART.contains(vector.getPayload().get("name").asText()));
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void the_key_space_becomes_the_recorded_one(JsonNode vector) throws Exception {
        long nanos = vector.get("clock_unix_nano").asLong();
        clock.set(Instant.ofEpochSecond(0, nanos));
        KeySpace.of(vector.get("before")).load(redis);

        new RecordedOperation(broker, vector).run();

        KeySpace after = KeySpace.dump(redis).replace(UUID, "SETID");
        KeySpace expected = Deviation.expected(vector.get("name").asText(), KeySpace.of(vector.get("after")));
        after.assertSameAs(expected);
    }
}
