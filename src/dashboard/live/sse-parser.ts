/** One event of a stream. */
export interface ServerSentEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/** Reads server-sent events from text that arrives in any pieces. Comments, such as heartbeats, are skipped. */
export class SseParser {
  #rest = '';
  #id = '';
  #type = '';
  #data: string[] = [];

  /** The id to continue from after a break. */
  get lastId(): string {
    return this.#id;
  }

  /** The events that this piece completes. */
  push(piece: string): ServerSentEvent[] {
    const lines = (this.#rest + piece).split(/\r\n|\r(?!$)|\n/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line));
  }

  #line(line: string): ServerSentEvent[] {
    if (line === '') return this.#end();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') this.#id = value;
    else if (field === 'event') this.#type = value;
    else if (field === 'data') this.#data.push(value);
    return [];
  }

  #end(): ServerSentEvent[] {
    const event = { id: this.#id, type: this.#type || 'message', data: this.#data.join('\n') };
    const complete = this.#data.length > 0;
    this.#type = '';
    this.#data = [];
    return complete ? [event] : [];
  }
}
