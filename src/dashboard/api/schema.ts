// Written by `npm run gen` from docs/openapi.json.

export type Server = { readonly name: string; readonly type: string; readonly state: "OFFLINE" | "STARTING" | "IDLE" | "WAITING" | "RUNNING" | "ENDING" | "DRAINING" | "RESTARTING"; readonly players: number; readonly maxPlayers: number; readonly gameName: string; readonly serverId: string; readonly online: boolean; readonly canRejoin: boolean; readonly playersUnknown?: string | null };

export type ServerDetail = { readonly name: string; readonly type: string; readonly state: "OFFLINE" | "STARTING" | "IDLE" | "WAITING" | "RUNNING" | "ENDING" | "DRAINING" | "RESTARTING"; readonly players: number; readonly maxPlayers: number; readonly gameName: string; readonly serverId: string; readonly online: boolean; readonly canRejoin: boolean; readonly playersUnknown?: string | null; readonly gameData: string; readonly address: string | null; readonly restart: { readonly phase: "countdown" | "evacuating" | "stopping" | "returning" | "failed"; readonly secondsLeft: number; readonly failure: string } | null };

export type ServerPlayer = { readonly uuid: string; readonly name: string; readonly onlineTime: number; readonly totalTime: number };

export type Player = { readonly uuid: string; readonly name: string; readonly isOnline: boolean; readonly server: string; readonly totalTime: number; readonly totalTimeText: string; readonly lastOnline: string; readonly joinedDate: string; readonly isBanned: boolean };

export type OnlinePlayer = { readonly uuid: string; readonly name: string; readonly isOnline: boolean; readonly server: string; readonly totalTime: number; readonly totalTimeText: string; readonly lastOnline: string; readonly joinedDate: string; readonly isBanned: boolean; readonly onlineTime: number };

export type PlayerDetail = { readonly uuid: string; readonly name: string; readonly isOnline: boolean; readonly server: string; readonly totalTime: number; readonly totalTimeText: string; readonly lastOnline: string; readonly joinedDate: string; readonly isBanned: boolean; readonly onlineTime: number; readonly isPermanent: boolean; readonly banExpires: number; readonly bannedTimes: number; readonly banReason: string; readonly banDate: string; readonly bannedIp: string };

export type Ban = { readonly uuid: string; readonly name: string; readonly reason: string; readonly bannedDate: string; readonly bannedTimes: number; readonly expires: number; readonly active: boolean; readonly permanent: boolean; readonly bannedIp: string };

export type Friend = { readonly uuid: string; readonly name: string; readonly friendSince: string };

export type ProxyStatus = { readonly maintenance: boolean; readonly motd: string; readonly maintenanceMotd: string; readonly preventJoin: boolean; readonly onlinePlayers: number; readonly maxPlayers: number; readonly maintenanceBypass: readonly (string)[] };

export type NetworkStatus = { readonly proxies: { readonly connected: number; readonly lost: number; readonly since: number | null }; readonly servers: { readonly known: number; readonly online: number; readonly lost: number; readonly since: number | null }; readonly playable: boolean; readonly counted: boolean; readonly maintenanceSince: number | null; readonly joinPreventedSince: number | null };

export type HistoryPoint = { readonly timestamp: number; readonly count: number; readonly missing?: true };

export type Party = { readonly id: string; readonly leader: { readonly uuid: string; readonly name: string }; readonly members: readonly ({ readonly uuid: string; readonly name: string; readonly isOnline: boolean; readonly server: string })[]; readonly size: number; readonly createdAt: number };

export type ConnectedProxy = { readonly name: string; readonly platform: "modern" | "legacy" | "edge" | "server"; readonly version: string; readonly connected: boolean; readonly players: number; readonly servers: { readonly onlyAtProxy: readonly (string)[]; readonly onlyHere: readonly (string)[]; readonly otherAddress: readonly ({ readonly name: string; readonly proxy: string; readonly coordinator: string })[] } | null };

export type Chart = { readonly id: string; readonly states: readonly ({ readonly id: string; readonly key: string; readonly parent: string | null; readonly type: "atomic" | "compound" | "parallel" | "final"; readonly initial: boolean; readonly tags: readonly (string)[]; readonly entry: readonly (string)[]; readonly exit: readonly (string)[]; readonly invokes: readonly ({ readonly id: string; readonly src: string })[] })[]; readonly transitions: readonly ({ readonly id: string; readonly source: string; readonly targets: readonly (string)[]; readonly kind: "event" | "any" | "always" | "after" | "done" | "error"; readonly event: string; readonly label: string; readonly guard: string | null; readonly actions: readonly (string)[]; readonly delayMs: number | null })[] };

export type Actor = { readonly machine: "player" | "server" | "proxy" | "reboot" | "link"; readonly id: string; readonly name: string; readonly states: readonly (string)[]; readonly value: unknown; readonly context: unknown; readonly events: readonly (string)[] };

export type ActorSummary = { readonly machine: "player" | "server" | "proxy" | "reboot" | "link"; readonly id: string; readonly name: string; readonly states: readonly (string)[] };

export type Readiness = { readonly ready: boolean; readonly storage: "ok" | "full" | "away"; readonly channel: "ok" | "off"; readonly clock: "ok" | "skewed" | "unknown" };

export type Problem = { readonly type: string; readonly title: string; readonly status: number; readonly detail: string; readonly code: string; readonly errors?: readonly ({ readonly path: string; readonly message: string })[] };

export interface ApiEvents {
  server_update: { readonly name: string; readonly state?: "OFFLINE" | "STARTING" | "IDLE" | "WAITING" | "RUNNING" | "ENDING" | "DRAINING" | "RESTARTING"; readonly players?: number; readonly maxPlayers?: number; readonly online?: boolean; readonly removed?: true; readonly playersUnknown?: string | null; readonly restart?: { readonly phase: "countdown" | "evacuating" | "stopping" | "returning" | "failed"; readonly secondsLeft: number; readonly failure: string } | null };
  player_join: { readonly uuid: string; readonly name: string; readonly server: string; readonly onlinePlayers: number };
  player_leave: { readonly uuid: string; readonly name: string; readonly onlinePlayers: number };
  ban_update: { readonly uuid: string; readonly name: string; readonly reason: string; readonly bannedDate: string; readonly bannedTimes: number; readonly expires: number; readonly active: boolean; readonly permanent: boolean; readonly bannedIp: string; readonly action: "ban" | "unban" | "expire" };
  player_history: HistoryPoint;
  proxy_update: ProxyStatus;
  status_update: NetworkStatus;
}

export interface Api {
  'POST /api/auth/login': { body: { readonly password: string }; reply: { readonly token: string } };
  'POST /api/auth/session': { body: { readonly password?: string; readonly apiKey?: string }; reply: { readonly success: true } };
  'GET /api/auth/session': { reply: { readonly expires: number | null } };
  'POST /api/auth/ticket': { reply: { readonly ticket: string; readonly expiresIn: number } };
  'POST /api/auth/logout': { reply: { readonly success: true } };
  'POST /api/auth/logout-everywhere': { reply: { readonly success: true } };
  'GET /api/servers': { reply: readonly (Server)[] };
  'POST /api/servers': { body: { readonly name: string; readonly type: string; readonly maxPlayers?: number; readonly serverId?: string; readonly gameName?: string; readonly gameData?: string; readonly canRejoin?: boolean; readonly address?: string }; reply: ServerDetail };
  'GET /api/servers/{name}': { params: { name: string }; reply: ServerDetail };
  'DELETE /api/servers/{name}': { params: { name: string }; reply: { readonly success: true } };
  'GET /api/servers/{name}/players': { params: { name: string }; reply: readonly (ServerPlayer)[] };
  'POST /api/servers/{name}/restart': { params: { name: string }; query?: { force?: "true" | "false" }; reply: { readonly success: true; readonly state: "OFFLINE" | "STARTING" | "IDLE" | "WAITING" | "RUNNING" | "ENDING" | "DRAINING" | "RESTARTING" } };
  'POST /api/servers/{name}/ping': { params: { name: string }; reply: { readonly success: boolean; readonly state: "OFFLINE" | "STARTING" | "IDLE" | "WAITING" | "RUNNING" | "ENDING" | "DRAINING" | "RESTARTING" } };
  'GET /api/players': { query?: { sort?: "onlineTime" | "totalTime" | "name"; order?: "desc" | "asc"; search?: string; limit?: number; offset?: number }; reply: readonly (OnlinePlayer)[] };
  'GET /api/players/all': { query?: { sort?: "name" | "totalTime" | "joinedDate" | "lastOnline"; order?: "desc" | "asc"; search?: string; limit?: number; offset?: number; cursor?: string }; reply: readonly (Player)[] };
  'GET /api/players/{uuid}': { params: { uuid: string }; reply: PlayerDetail };
  'POST /api/players/{uuid}/ban': { params: { uuid: string }; body: { readonly name: string; readonly time: "perma" | "1h" | "24h" | "7D" | "30D" | "1Y"; readonly reason: string }; reply: Ban };
  'POST /api/players/{uuid}/unban': { params: { uuid: string }; reply: Ban };
  'POST /api/players/{uuid}/kick': { params: { uuid: string }; body: { readonly reason: string }; reply: { readonly success: true; readonly words?: false } };
  'GET /api/players/{uuid}/friends': { params: { uuid: string }; reply: readonly (Friend)[] };
  'GET /api/players/{uuid}/party': { params: { uuid: string }; reply: Party | null };
  'GET /api/bans': { query?: { sort?: "name" | "expires" | "times" | "date"; order?: "desc" | "asc"; search?: string; limit?: number; offset?: number }; reply: readonly (Ban)[] };
  'POST /api/bans': { body: { readonly uuid: string; readonly name: string; readonly time: "perma" | "1h" | "24h" | "7D" | "30D" | "1Y"; readonly reason: string }; reply: Ban };
  'GET /api/bans/{uuid}': { params: { uuid: string }; reply: Ban };
  'DELETE /api/bans/{uuid}': { params: { uuid: string }; reply: Ban };
  'GET /api/proxy/status': { reply: ProxyStatus };
  'PUT /api/proxy/status': { body: { readonly maintenance?: boolean; readonly motd?: string; readonly maintenanceMotd?: string; readonly preventJoin?: boolean; readonly maxPlayers?: number; readonly maintenanceBypass?: readonly (string)[]; readonly kickPlayers?: boolean }; reply: ProxyStatus };
  'GET /api/proxy/settings': { reply: { readonly maxPlayers: number } };
  'PUT /api/proxy/settings': { body: { readonly maxPlayers: number }; reply: { readonly maxPlayers: number } };
  'GET /api/proxy/player-history': { reply: readonly (HistoryPoint)[] };
  'GET /api/proxy/maintenance-bypass': { reply: readonly (string)[] };
  'POST /api/proxy/maintenance-bypass': { body: { readonly player: string }; reply: readonly (string)[] };
  'DELETE /api/proxy/maintenance-bypass': { query: { player: string }; reply: readonly (string)[] };
  'GET /api/proxies': { reply: readonly (ConnectedProxy)[] };
  'GET /api/status': { reply: NetworkStatus };
  'GET /api/parties': { reply: readonly (Party)[] };
  'GET /api/agents': { reply: readonly ({ readonly name: string; readonly role: "proxy" | "edge" | "backend"; readonly mayBan: boolean; readonly createdAt: number; readonly revokedAt: number | null; readonly lastSeen: number | null; readonly version: string | null })[] };
  'POST /api/agents': { body: { readonly name: string; readonly role: "proxy" | "edge" | "backend"; readonly mayBan?: boolean }; reply: { readonly name: string; readonly role: "proxy" | "edge" | "backend"; readonly mayBan: boolean; readonly createdAt: number; readonly revokedAt: number | null; readonly lastSeen: number | null; readonly version: string | null; readonly secret: string } };
  'DELETE /api/agents/{name}': { params: { name: string }; reply: { readonly success: true } };
  'GET /api/inspect/machines': { reply: readonly ({ readonly id: "player" | "server" | "proxy" | "reboot" | "link"; readonly actors: number })[] };
  'GET /api/inspect/machines/{machine}': { params: { machine: string }; reply: Chart };
  'GET /api/inspect/machines/{machine}/heat': { params: { machine: string }; reply: { readonly actors: number; readonly states: Readonly<Record<string, number>> } };
  'GET /api/inspect/actors': { query?: { machine?: string; state?: string; search?: string; limit?: number }; reply: readonly (ActorSummary)[] };
  'GET /api/inspect/actors/{machine}/{id}': { params: { machine: string; id: string }; reply: Actor };
  'GET /healthz': { reply: { readonly status: "ok"; readonly version: string; readonly timezone: string } };
  'GET /readyz': { reply: Readiness };
  'GET /api/openapi.json': { reply: string };
}
