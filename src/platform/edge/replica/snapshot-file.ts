import { isSameSecret } from '../../../runtime/secret-comparison.ts';
import { createHmac, type Hmac } from 'node:crypto';
import { type FileHandle, readFile, stat } from 'node:fs/promises';
import type { ActiveBan } from '../../../actors/network.ts';
import { decodeCoordinatorFrame } from '../../../channel/protocol/frame.ts';
import { listFrames } from '../../../channel/protocol/list-parts.ts';
import { replaceFile } from '../../../runtime/files/atomic-file.ts';
import type { EdgeReplica } from './edge-replica.ts';

/** A file of a million bans has some 200 MB. */
const MAX_BYTES = 400 * 1024 * 1024;
const NEWLINE = 0x0a;
/** Part of what is signed, so that a signature made for another purpose is not valid for a file. */
const PURPOSE = 'portcullis edge snapshot 1\n';

/** The result of reading a file. */
export type SnapshotLoad = 'loaded' | 'absent' | 'unusable';

/**
 * Writes the replica, replacing the file as a whole. The file has the coordinator's own frames, one per line, and an
 * HMAC of them: somebody who can write to the folder but does not know the secret cannot lift a ban.
 */
export async function saveSnapshot(path: string, secret: string, replica: EdgeReplica): Promise<void> {
  await replaceFile(path, (file) => writeLines(file, signer(secret), replica));
}

async function writeLines(file: FileHandle, signature: Hmac, replica: EdgeReplica): Promise<void> {
  // One write per frame, so that other work can run in between, however many bans there are.
  for (const frame of framesOf(replica)) {
    signature.update(`${frame}\n`);
    await file.write(`${frame}\n`);
  }
  await file.write(signature.digest('base64url'));
}

function* framesOf(replica: EdgeReplica): Generator<string, void, void> {
  yield JSON.stringify({ type: 'status', status: replica.status });
  const head = `"type":"bans","version":${replica.banVersion}`;
  yield* listFrames<ActiveBan>({ head, key: 'bans', encode: JSON.stringify }, replica.bans());
}

/** Fills `replica` from a file of `saveSnapshot`, or leaves it as it is. Rejects with the error of the file system. */
export async function loadSnapshot(
  path: string,
  secret: string,
  replica: EdgeReplica,
): Promise<SnapshotLoad> {
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
  if (!isSameSecret(given, right)) return 'unusable';
  for (const line of linesOf(signed)) {
    const message = decodeCoordinatorFrame(line);
    if (message.type === 'status' || message.type === 'bans') replica.apply(message);
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
