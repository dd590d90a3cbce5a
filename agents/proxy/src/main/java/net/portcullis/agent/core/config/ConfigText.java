package net.portcullis.agent.core.config;

/** The file of the first start. */
final class ConfigText {
  private ConfigText() {}

  static String firstStart() {
    return """
        # The Portcullis agent of this proxy. `/portcullis reload` reads this file again.

        # Where the coordinator is: ws, wss, http or https, with the path before /channel if it has one.
        coordinator: ws://127.0.0.1:8080

        # The name of this proxy in the network; each proxy has another.
        name: proxy

        # Made on the coordinator: portcullis agent add <name> --role proxy
        # Whoever has it can speak as this proxy.
        secret: ""

        # true where players come to this proxy by an edge of the network, which reports them too.
        behindEdge: false

        # How logins are decided while the coordinator does not answer: `decide` by what it said last,
        # `deny` lets nobody in, `allow` lets everybody in who was not banned.
        whileAway: decide

        # The same while nothing was ever heard of the network: deny or allow.
        unknown: deny

        servers:
          # What becomes of the coordinator's servers here: `off` nothing, `add` they are added to the
          # proxy's own, `mirror` the proxy has exactly these.
          sync: off
          # Players who join go to the hub with the fewest players.
          firstHub: true
          # Players whose server is lost go to a hub.
          fallback: true

        # A party follows its leader when the coordinator moves the leader.
        partiesFollow: true

        # The server list shows the network's message of the day and numbers.
        serverList: true

        # The commands that the agent adds to the proxy; /portcullis is always there.
        commands: [hub, find, send, alert, kick, ban, unban]
        """;
  }
}
