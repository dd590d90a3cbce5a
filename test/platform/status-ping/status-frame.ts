/** The answer to a status request: a frame with id 0 and a text, written without the code under test. */
export function statusFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const body = Buffer.concat([Buffer.from([0]), length(bytes.length), bytes]);
  return Buffer.concat([length(body.length), body]);
}

function length(value: number): Buffer {
  const groups = value.toString(2).padStart(21, '0').match(/.{7}/g) ?? [];
  const low = groups.toReversed().map((bits) => Number.parseInt(bits, 2));
  while (low.length > 1 && low.at(-1) === 0) low.pop();
  return Buffer.from(low.map((bits, at) => (at < low.length - 1 ? bits | 0x80 : bits)));
}
