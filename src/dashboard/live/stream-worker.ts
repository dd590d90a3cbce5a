import { SharedStream, type StreamTab } from './shared-stream.ts';
import { readStream } from './stream-reader.ts';

// Runs once for all tabs of a browser, whose connections to a coordinator are few over HTTP/1.1.

const MAX_WAIT_MS = 15_000;
/** What tabs say to it: `leave`, or `online` where the device is back. */
export type TabWord = 'leave' | 'online';

const wake = new EventTarget();
const stream = new SharedStream((listener) =>
  readStream('/api/events', listener, { maxWaitMs: MAX_WAIT_MS, wake }),
);

globalThis.addEventListener('connect', (event) => {
  const port = event instanceof MessageEvent ? event.ports[0] : undefined;
  if (port === undefined) return;
  const tab: StreamTab = { tell: (word) => port.postMessage(word) };
  port.addEventListener('message', ({ data }: MessageEvent<TabWord>) => {
    if (data === 'online') wake.dispatchEvent(new Event('online'));
    else stream.leave(tab);
  });
  port.start();
  stream.join(tab);
});
