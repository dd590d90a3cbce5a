import { createHmac, type Hmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import type { ActiveBan } from '../../../actors/network.ts';
import { decodeCoordinatorFrame } from '../../../channel/protocol/frame.ts';
import { listFrames } from '../../../channel/protocol/list-parts.ts';
import type { EdgeReplica } from './edge-replica.ts';

/** A file of a million bans has some 200 MB. */
const MAX_BYTES = 400 * 1024 * 1024;
const NEWLINE = 0x0a;
/** Signed with it, so that a signature of the channel cannot pass for one of a file. */
const PURPOSE = 'portcullis edge snapshot 1\n';

/** How reading a file went. */
export type SnapshotLoad = 'loaded' | 'absent' | 'unusable';

/**
 * Writes what is remembered, replacing the file as a whole. It holds the coordinator's own frames, one a line, and an
 * HMAC of them: whoever can write to the folder but does not know the secret can lift no ban.
 */
export async function saveSnapshot(path: string, secret: string, memory: EdgeReplica): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await writeLines(file, signer(secret), memory);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeLines(file: FileHandle, signature: Hmac, memory: EdgeReplica): Promise<void> {
  // One write a frame, and the loop is free between two of them, however many bans there are.
  for (const frame of framesOf(memory)) {
    signature.update(`${frame}\n`);
    await file.write(`${frame}\n`);
  }
  await file.write(signature.digest('base64url'));
}

function* framesOf(memory: EdgeReplica): Generator<string, void, void> {
  yield JSON.stringify({ type: 'status', status: memory.status });
  const head = `"type":"bans","version":${memory.banVersion}`;
  yield* listFrames<ActiveBan>({ head, key: 'bans', encode: JSON.stringify }, memory.bans());
}

/** Fills `memory` from a file of `saveSnapshot`, or leaves it as it is. Rejects with the error of the file system. */
export async function loadSnapshot(path: string, secret: string, memory: EdgeReplica): Promise<SnapshotLoad> {
  const size = await stat(path).then(
    (found) => found.size,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    },
  );
  if (size === null) return 'absent';
  if (size > MAX_BYTES) return 'unusable';
  const bytes = await readFile(path);
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  const signed = bytes.subarray(0, end);
  const given = Buffer.from(bytes.toString('latin1', end), 'base64url');
  const right = signer(secret).update(signed).digest();
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'unusable';
  for (const line of linesOf(signed)) {
    const message = decodeCoordinatorFrame(line);
    if (message.type === 'status' || message.type === 'bans') memory.apply(message);
  }
  return 'loaded';
}

function signer(secret: string): Hmac {
  return createHmac('sha256', secret).update(PURPOSE);
}

function* linesOf(bytes: Buffer): Generator<string, void, void> {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, at);
    yield bytes.toString('utf8', at, end);
    at = end + 1;
  }
}
