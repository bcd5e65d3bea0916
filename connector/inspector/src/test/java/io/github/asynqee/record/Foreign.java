package io.github.asynqee.record;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.vectors.Vectors;
import redis.clients.jedis.Protocol.Command;

/** Plain Redis commands, by which other clients change a key space. */
final class Foreign implements Operation {

    static final Map<String, Foreign> ALL = Map.of("Redis", new Foreign());

    @Override
    public void expect(Expected expected) {
        // the reply of Redis is not compared
    }

    @Override
    public String perform(Step step, Peer peer) {
        for (JsonNode command : step.args().get("commands")) {
            byte[][] args = new byte[command.size() - 1][];
            for (int i = 0; i < args.length; i++) {
                args[i] = Vectors.bytes(command.get(i + 1));
            }
            peer.at(Raw.of(args[0])).sendCommand(Command.valueOf(command.get(0).asText()), args);
        }
        return "";
    }
}
