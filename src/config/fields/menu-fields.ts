import * as f from '../../domain/fields/field.ts';
import {
  anyUuid,
  playerName,
  reason,
  serverAddress,
  serverName,
} from '../../domain/fields/network-fields.ts';
import { SERVER_STATES } from '../../domain/server.ts';

const MAX_LINES = 16;
const MAX_LINE_LENGTH = 512;

/** A text of a menu, with placeholders and colours. */
export const menuTextField = f.text(MAX_LINE_LENGTH);

const amount = f.refined<unknown, number | string>(
  f.json(),
  'a whole number from 1 to 64, or text with placeholders',
  (value) => f.integer(1, 64).is(value) || f.text(MAX_LINE_LENGTH, 1).is(value),
  {
    anyOf: [
      { type: 'integer', minimum: 1, maximum: 64 },
      { type: 'string', maxLength: MAX_LINE_LENGTH },
    ],
  },
);

const glow = f.refined<unknown, boolean | string>(
  f.json(),
  'true, false, or text with placeholders',
  (value) => typeof value === 'boolean' || f.text(MAX_LINE_LENGTH).is(value),
  { anyOf: [{ type: 'boolean' }, { type: 'string', maxLength: MAX_LINE_LENGTH }] },
);

/** An item of a menu. */
export const itemField = f.object({
  material: f.described(f.text(256, 1), {
    description: 'For example minecraft:red_wool or RED_WOOL; may have placeholders.',
  }),
  name: f.optional(f.described(menuTextField, { description: 'The name of the item; none if absent.' })),
  lore: f.optional(
    f.described(f.array(menuTextField, MAX_LINES), { description: 'The lines below its name.' }),
  ),
  amount: f.optional(f.described(amount, { description: 'How many; 1 if absent.' })),
  glow: f.optional(f.described(glow, { description: 'Whether it glows; false if absent.' })),
});

/** An item for each state of a server. */
export const stateItemsField = f.record(
  f.oneOf([...SERVER_STATES, 'DEFAULT']),
  itemField,
  SERVER_STATES.length + 1,
);

/** Names and uuids of players. */
export const playerListField = f.refined(
  f.array(f.string(), 1_000),
  'a list of at most 1000 names or UUIDs of players',
  (entries) => entries.every((entry) => playerName.is(entry) || anyUuid.is(entry)),
);

/** Reasons to choose from. */
export const reasonsField = f.refined(
  f.array(reason, 200),
  'a list of 1 to 200 texts of 1 to 255 characters',
  (reasons) => reasons.length > 0 && !reasons.includes(''),
);

/** Servers, and where game clients reach them. */
export const transfersField = f.record(serverName, serverAddress, 1_000);
