import type { Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { JoinedReadings } from '../../../runtime/limits/joined-readings.ts';
import type { NameRecord, NameStore } from '../../ports.ts';

/** What logins ask the table of names; those that come together share a question. Both reject with `storage_unavailable`. */
export class NameReadings {
  /** Every login of a stranger reads one name. */
  readonly #byKey: JoinedReadings<string, NameRecord>;
  /** And whoever is known by the uuids that it may be given. */
  readonly #byUuid: JoinedReadings<Uuid, NameRecord>;

  constructor({ store, clock }: { readonly store: NameStore; readonly clock: Clock }) {
    const read = (keys: readonly string[]): Promise<NameRecord[]> => store.findMany(keys);
    this.#byKey = new JoinedReadings({ read, keyOf: ({ key }) => key, clock });
    const readOf = (uuids: readonly Uuid[]): Promise<NameRecord[]> => store.namesOf(uuids);
    this.#byUuid = new JoinedReadings({ read: readOf, keyOf: ({ uuid }) => uuid, clock });
  }

  /** By names as `foldName` makes them; unknown ones are left out. */
  find(keys: readonly string[]): Promise<NameRecord[]> {
    return this.#byKey.find(keys);
  }

  /** The names that the table has of these players. */
  namesOf(uuids: readonly Uuid[]): Promise<NameRecord[]> {
    return this.#byUuid.find(uuids);
  }
}
