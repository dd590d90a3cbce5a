import minecraft from 'minecraft-protocol';
import { LobbyServer } from '../src/game/lobby-server.ts';

/** A server in a process of its own, `lobby` or `library`: says its port, and answers each message with its figures. */

let joined = 0;
const listen = { host: '127.0.0.1', port: 0 };
const maxPlayers = 5_000;

const nothing = (): void => {};

async function openLobby(): Promise<number> {
  const { port } = await LobbyServer.open(
    {
      listen,
      forwarding: { mode: 'none', accounts: false },
      proxyProtocol: false,
      maxPlayers,
      motd: 'Lobby',
      logger: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    },
    {
      joined: () => void (joined += 1),
      left: nothing,
      command: nothing,
      click: nothing,
      closed: nothing,
    },
  );
  return port;
}

/** As the library is by itself: it lets players in, and sends them no world. */
async function openLibrary(): Promise<number> {
  const server = minecraft.createServer({ ...listen, 'online-mode': false, version: false, maxPlayers });
  server.on('playerJoin', () => void (joined += 1));
  await new Promise<void>((resolve) => server.once('listening', resolve));
  const sockets: unknown = Reflect.get(server, 'socketServer');
  if (typeof sockets !== 'object' || sockets === null || !('address' in sockets))
    throw new Error('no socket');
  const address: unknown = typeof sockets.address === 'function' ? sockets.address() : undefined;
  if (typeof address !== 'object' || address === null || !('port' in address)) throw new Error('no port');
  return Number(address.port);
}

const port = process.argv[2] === 'library' ? await openLibrary() : await openLobby();
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ joined, cpuMs: (user + system) / 1_000 });
});
process.on('disconnect', () => process.exit());
process.send?.({ port });
