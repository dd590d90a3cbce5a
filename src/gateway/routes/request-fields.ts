import * as f from '../../domain/fields/field.ts';
import { anyUuid } from '../../domain/fields/network-fields.ts';
import { isUuid } from '../../domain/uuid.ts';

/** `{uuid}` in a path: read dashed or undashed in any case before it is checked. */
export const playerPath = f.object({
  uuid: f.described(f.refined(anyUuid, 'a UUID, dashed or undashed', isUuid), {
    description: 'Dashed or undashed, any case.',
  }),
});

export const sortOrder = f.optional(f.oneOf(['desc', 'asc']));

/** Part of a player name. Longer than any name, so that a long one is no error but finds nothing. */
export const search = f.optional(
  f.described(f.text(100), {
    description: 'Part of a player name, without regard to case; every character is literal.',
  }),
);

export const limit = f.optional(f.described(f.integer(1, 1000), { description: 'How many at most.' }));
export const offset = f.optional(
  f.described(f.integer(0), { description: 'How many to pass over.', default: 0 }),
);

export const success = f.object({ success: f.literal(true) });

/** Header of lists that can be read in pages. */
export const totalHeader = { 'X-Total-Count': 'How many there are on all pages together.' };
