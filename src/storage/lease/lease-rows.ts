/** What the database says of who holds it. */
export interface LeaseState {
  readonly epoch: number;
  readonly node: string;
  /** The holder stopped and gave it back. */
  readonly released: boolean;
  /** When the holder last said that it is there, by the clock of the database. Compared, never computed with. */
  readonly seen: string;
}

/** The rows of the lease; every method rejects with `storage_unavailable` when the database is away. */
export interface LeaseRows {
  /** Undefined when nobody ever held the database. */
  read(): Promise<LeaseState | undefined>;
  /** Takes it over and answers the new epoch; undefined when it is no longer as `observed`. */
  take(observed: LeaseState | undefined, node: string): Promise<number | undefined>;
  /** Says that the holder is there; answers who holds it instead, if somebody does. */
  renew(epoch: number, node: string): Promise<LeaseState | undefined>;
  /** Gives it back, so that the next one does not wait. */
  release(epoch: number): Promise<void>;
}
