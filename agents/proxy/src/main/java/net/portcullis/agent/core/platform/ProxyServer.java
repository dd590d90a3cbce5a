package net.portcullis.agent.core.platform;

import java.net.InetSocketAddress;

/** A server that the proxy knows. The address may be unresolved. */
public record ProxyServer(String name, InetSocketAddress address) {}
