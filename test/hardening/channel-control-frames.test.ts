import { expect, it, onTestFinished } from 'vitest';
import { greetedAgent, openAgent, serveChannel } from '../channel/channel-fixture.ts';

async function open() {
  const served = await serveChannel();
  onTestFinished(() => served.close());
  return served;
}

async function flood(kind: 'ping' | 'pong') {
  const { port, log } = await open();
  const agent = await greetedAgent(port, 'backend');
  for (let at = 0; at < 100; at += 1) agent.socket[kind]();
  const { code } = await agent.closed;
  return { code, exceeded: log.lines.filter(({ event }) => event === 'channel.exceeded') };
}

it('an agent that sends pings of the protocol without end is dropped, and logged once', async () => {
  const { code, exceeded } = await flood('ping');
  expect(code).toBe(1006);
  expect(exceeded).toMatchObject([{ agent: 'backend' }]);
});

it('an agent that sends pongs of the protocol without end is dropped, and logged once', async () => {
  const { code, exceeded } = await flood('pong');
  expect(code).toBe(1006);
  expect(exceeded).toMatchObject([{ agent: 'backend' }]);
});

it('so is one that has not said who it is', async () => {
  const { port } = await open();
  const agent = await openAgent(port);
  for (let at = 0; at < 100; at += 1) agent.socket.ping();
  expect(await agent.closed).toMatchObject({ code: 1006 });
});

it('one that pings now and then is answered, for as long as it likes', async () => {
  const { port, clock } = await open();
  const agent = await greetedAgent(port, 'backend');
  for (let at = 0; at < 200; at += 1) {
    const answered = new Promise((resolve) => agent.socket.once('pong', resolve));
    agent.socket.ping();
    await answered;
    agent.send({ type: 'pong', at });
    clock.advance(1_000);
  }
  expect(agent.socket.readyState).toBe(agent.socket.OPEN);
});
