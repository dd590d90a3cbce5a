package net.portcullis.agent.core.party;

import java.util.List;
import java.util.Map;
import java.util.UUID;

/** PartyAndFriends as the agent finds it: by its class loader. */
final class FakePartyPlugin {
  private FakePartyPlugin() {}

  /**
   * @param parties of each player, the leader first
   */
  static void start(Edition edition, Map<UUID, List<UUID>> parties) {
    switch (edition) {
      case BUNGEE -> FakeBungeeParties.start(parties);
      case VELOCITY -> FakeVelocityParties.start(parties);
    }
  }

  static void fail() {
    FakeBungeeParties.fail();
  }

  static void stop() {
    FakeBungeeParties.stop();
    FakeVelocityParties.stop();
  }

  /** The plugin has other packages on each kind of proxy. */
  enum Edition {
    BUNGEE,
    VELOCITY;

    /** Knows the classes of this edition alone. */
    ClassLoader loader() {
      boolean isVelocity = this == VELOCITY;
      return new ClassLoader(FakePartyPlugin.class.getClassLoader()) {
        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
          if (name.contains(".velocity.") != isVelocity) throw new ClassNotFoundException(name);
          return super.loadClass(name);
        }
      };
    }
  }
}
