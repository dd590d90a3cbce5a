import { expect, it, onTestFinished } from 'vitest';
import { type Frame, hello, openAgent, serveChannel } from '../channel/channel-fixture.ts';
import { FakeNetwork } from '../channel/fake-network.ts';

const OWN = 'oooooooooooooooooooooooooooooooO';
const KI = 1024;
/** More frames of nearly 250 KiB than the kernel has room for, in less time than from one ping to the next. */
const MOST_CHANGES = 48;

it('agents that read nothing are dropped together before they fill the memory, and nobody else is', async () => {
  const fake = new FakeNetwork();
  fake.credentials.set(OWN, { name: 'honest', role: 'proxy', mayBan: false, secretHash: 'hash' });
  const maxUnread = { stranger: 512 * KI, server: 512 * KI, proxy: 512 * KI };
  const served = await serveChannel(fake, { maxUnread });
  onTestFinished(() => served.close());
  const honest = await openAgent(served.port, OWN);
  honest.send(hello('proxy', { name: 'honest' }));
  await honest.next('welcome');
  const deaf = await Promise.all(
    ['deaf-1', 'deaf-2'].map(async (name) => {
      const agent = await openAgent(served.port);
      agent.send(hello('proxy', { name }));
      await agent.next('welcome');
      agent.socket.pause();
      return agent;
    }),
  );
  const maintenanceBypass = Array.from({ length: 12_000 }, (_, at) => `Player_numb_${at}`);
  for (let change = 0; change < MOST_CHANGES && served.channel.stats().connections > 1; change += 1) {
    const motd = `change ${change}`;
    fake.status = { ...fake.status, motd, maintenanceBypass };
    fake.emit({ type: 'proxy_update', data: fake.status });
    served.clock.advance(100);
    await honest.next('status', ({ status }: Frame) => (status as { motd: string }).motd === motd);
  }
  expect(served.channel.stats().connections).toBe(1);
  for (const agent of deaf) agent.socket.resume();
  await Promise.all(deaf.map(({ closed }) => closed));
  const dropped = served.log.lines.filter(({ event }) => event === 'channel.exceeded');
  expect(new Set(dropped.map(({ agent }) => agent))).toEqual(new Set(['deaf-1', 'deaf-2']));
});
