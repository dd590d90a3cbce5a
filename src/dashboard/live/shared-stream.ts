import type { ServerSentEvent } from './sse-parser.ts';
import type { StreamListener } from './stream-reader.ts';

/** What the tabs of a browser are told of the stream that they share; each as in `StreamListener`. */
export type StreamWord =
  | { readonly type: 'open'; readonly gap: boolean }
  | { readonly type: 'received'; readonly events: readonly ServerSentEvent[] }
  | { readonly type: 'broken'; readonly status: number }
  | { readonly type: 'signedOut' };

/** The way to one tab. */
export interface StreamTab {
  tell(word: StreamWord): void;
}

/** One stream for all tabs of a browser. It is open while there is a tab. */
export class SharedStream {
  readonly #open: (listener: StreamListener) => () => void;
  /** Whether each has been told of an open stream: before that it may have missed events. */
  readonly #tabs = new Map<StreamTab, boolean>();
  #state: 'connecting' | 'open' | 'broken' = 'connecting';
  #stop: (() => void) | undefined;

  constructor(open: (listener: StreamListener) => () => void) {
    this.#open = open;
  }

  join(tab: StreamTab): void {
    this.#tabs.set(tab, this.#state === 'open');
    if (this.#state === 'open') tab.tell({ type: 'open', gap: true });
    if (this.#state === 'broken') tab.tell({ type: 'broken', status: 0 });
    this.#stop ??= this.#open({
      onOpen: (gap) => this.#opened(gap),
      onData: (events) => this.#tellAll({ type: 'received', events }),
      onEvents: () => undefined,
      onBreak: (status) => {
        this.#state = 'broken';
        this.#tellAll({ type: 'broken', status });
        return true;
      },
      onSignedOut: () => {
        this.#tellAll({ type: 'signedOut' });
        this.#end();
      },
    });
  }

  leave(tab: StreamTab): void {
    if (this.#tabs.delete(tab) && this.#tabs.size === 0) this.#end();
  }

  #opened(gap: boolean): void {
    this.#state = 'open';
    for (const [tab, wasTold] of this.#tabs) {
      this.#tabs.set(tab, true);
      tab.tell({ type: 'open', gap: gap || !wasTold });
    }
  }

  #tellAll(word: StreamWord): void {
    for (const tab of this.#tabs.keys()) tab.tell(word);
  }

  #end(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#tabs.clear();
    this.#state = 'connecting';
  }
}
