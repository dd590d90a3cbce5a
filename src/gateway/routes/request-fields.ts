import * as f from '../../domain/fields/field.ts';
import { isPlayerName } from '../../domain/player-name.ts';
import { isUuid, parseUuid } from '../../domain/uuid.ts';

/** `{uuid}` in a path: read dashed or undashed in any case before it is checked. */
export const playerPath = f.object({
  uuid: f.described(f.refined(f.string({ format: 'uuid' }), 'a UUID', isUuid), {
    description: 'Dashed or undashed, any case.',
  }),
});

/** A UUID in a body, as written. */
export const uuidText = f.refined(
  f.string({ format: 'uuid' }),
  'a UUID, dashed or undashed',
  (value) => parseUuid(value) !== undefined,
);

export const playerName = f.refined(
  f.string({ min: 1, max: 16 }),
  'a player name: 1 to 16 letters, digits or _, Bedrock names with a leading dot',
  isPlayerName,
);

/** Shown to players as text, never parsed as markup. */
export const reason = f.text(255);

/** Part of a player name. Longer than any name, so that a long one is no error but finds nothing. */
const search = f.optional(
  f.described(f.text(100), {
    description: 'Part of a player name, without regard to case; every character is literal.',
  }),
);

export const limit = f.optional(f.described(f.integer(1, 1000), { description: 'How many at most.' }));
const offset = f.optional(f.described(f.integer(0), { description: 'How many to pass over.', default: 0 }));

/** The query of a list that is sorted, searched and read in pages. `sort` is the default of `sorts`. */
export function pageFields<S extends string>(sorts: readonly S[], sort: NoInfer<S>) {
  return {
    sort: f.optional(f.described(f.oneOf(sorts), { default: sort })),
    order: f.optional(f.described(f.oneOf(['desc', 'asc']), { default: 'desc' })),
    search,
    limit,
    offset,
  };
}

/** A page as it was asked for, with the defaults filled in; null as the limit means all rows. */
export function pageOf<S extends string>(
  query: {
    readonly sort?: S;
    readonly order?: 'desc' | 'asc';
    readonly search?: string;
    readonly limit?: number;
    readonly offset?: number;
  },
  sort: NoInfer<S>,
) {
  return {
    sort: query.sort ?? sort,
    order: query.order ?? ('desc' as const),
    search: query.search ?? '',
    limit: query.limit ?? null,
    offset: query.offset ?? 0,
  };
}

/** `?token=` of a stream. */
export const streamToken = f.optional(
  f.described(f.string({ max: 2048 }), {
    description: 'A login token or, better in a URL, a ticket. `Authorization` does as well.',
  }),
);

export const success = f.object({ success: f.literal(true) });

/** Header of lists that can be read in pages. */
export const totalHeader = { 'X-Total-Count': 'How many there are on all pages together.' };
