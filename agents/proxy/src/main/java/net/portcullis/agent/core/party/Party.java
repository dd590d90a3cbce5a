package net.portcullis.agent.core.party;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.UUID;

/**
 * A party as the coordinator is told of it.
 *
 * @param createdAt epoch milliseconds
 */
record Party(String id, UUID leader, List<UUID> members, long createdAt) {
  JsonObject toJson() {
    JsonArray uuids = new JsonArray(members.size());
    members.forEach(member -> uuids.add(member.toString()));
    JsonObject json = new JsonObject();
    json.addProperty("id", id);
    json.addProperty("leader", leader.toString());
    json.add("members", uuids);
    json.addProperty("createdAt", createdAt);
    return json;
  }
}
