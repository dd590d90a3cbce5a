import * as f from '../../domain/fields/field.ts';
import { anyUuid } from '../../domain/fields/network-fields.ts';
import { isUuid } from '../../domain/uuid.ts';

/** `{uuid}` in a path, which is brought to its dashed lower-case form before it is checked. */
export const playerPath = f.object({
  uuid: f.described(f.refined(anyUuid, 'a UUID, with or without dashes', isUuid), {
    description: 'With or without dashes, in upper or lower case.',
  }),
});

/** Part of a player name. It may be longer than any name: such a search is no error and finds nothing. */
const search = f.optional(
  f.described(f.text(100), {
    description: 'Part of a player name, in any case; every character is literal.',
  }),
);

export const limit = f.optional(
  f.described(f.integer(1, 1000), { description: 'The maximum number of entries.' }),
);
const offset = f.optional(
  f.described(f.integer(0), { description: 'The number of entries to skip.', default: 0 }),
);

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
    description:
      'A ticket or a login token, for clients that cannot send `Authorization`. A ticket is safer in a URL.',
  }),
);

export const success = f.object({ success: f.literal(true) });

/** The header of lists that are read in pages. */
export const totalHeader = { 'X-Total-Count': 'The number of entries on all pages together.' };
