package net.portcullis.agent.core.platform;

import java.util.Optional;
import net.portcullis.agent.core.text.Text;

/**
 * What the server list shows of the network; what is empty stays as the proxy has it.
 *
 * @param motd the message of the day, for {@code ComponentJson} with the client's protocol
 * @param version in place of the version, where clients are to read it as one that they lack
 * @param icon {@code data:image/png;base64,…}
 */
public record ListAnswer(
    Text motd, int online, int max, Optional<String> version, Optional<String> icon) {}
