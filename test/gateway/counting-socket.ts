/** A response that records writes and counts uncorked ones, because an uncorked write costs four system calls. */
export class CountingSocket {
  readonly writes: string[] = [];
  uncorked = 0;
  takes = true;
  ended = false;
  closed = false;
  #corked = false;
  #onWritable: (offset: number) => boolean = () => true;
  #onAborted: () => void = () => undefined;

  cork(run: () => void): unknown {
    this.#corked = true;
    run();
    this.#corked = false;
    return this;
  }

  write(chunk: unknown): boolean {
    if (!this.#corked) this.uncorked += 1;
    if (this.ended || this.closed) throw new Error('used after its end');
    this.writes.push(Buffer.from(chunk as Uint8Array).toString());
    return this.takes;
  }

  end(chunk?: string): unknown {
    if (chunk !== undefined) this.writes.push(chunk);
    this.ended = true;
    return this;
  }

  close(): unknown {
    this.closed = true;
    this.#onAborted();
    return this;
  }

  onWritable(run: (offset: number) => boolean): unknown {
    this.#onWritable = run;
    return this;
  }

  onAborted(run: () => void): unknown {
    this.#onAborted = run;
    return this;
  }

  drain(): boolean {
    this.takes = true;
    return this.#onWritable(0);
  }

  /** Drains, then accepts or refuses the next write. */
  drainInto(takes: boolean): boolean {
    this.takes = takes;
    return this.#onWritable(0);
  }

  hangUp(): void {
    this.closed = true;
    this.#onAborted();
  }
}
