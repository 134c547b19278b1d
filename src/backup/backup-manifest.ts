import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { toCanonicalJson } from '#event-store/canonical-json.js';
import { BackupRefused } from './backup-refused.js';

export const MANIFEST_FILE = 'backup.json';
export const LOG_FILE = 'events.sqlite';
export const KEYS_FILE = 'keys.sqlite';
export const FILES_FOLDER = 'files';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A forged manifest must not choose where files are restored to. */
const piecePath = z.string().refine((text) => {
  const [first = '', ...below] = text.split(/[\\/]/);
  if (first !== FILES_FOLDER) return below.length === 0 && (first === LOG_FILE || first === KEYS_FILE);
  return below.length > 0 && below.every((name) => name !== '' && name !== '.' && name !== '..');
});
const Piece = z.object({ path: piecePath, bytes: z.number().int().min(0), sha256 });
const Content = z.object({
  format: z.literal(1),
  at: z.string(),
  /** As `daybook status` prints it. */
  log: z.object({ events: z.number().int().min(0), sha256 }),
  /** Keys of sealed values that were missing at the time. */
  missingKeys: z.number().int().min(0),
  pieces: z.array(Piece),
});
const Manifest = z.object({ content: Content, sha256 });

export type BackupFileEntry = z.infer<typeof Piece>;
export type BackupContent = z.infer<typeof Content>;

const digestOf = (content: BackupContent) =>
  createHash('sha256').update(toCanonicalJson(content)).digest('hex');

export const formatManifest = (content: BackupContent): string =>
  `${JSON.stringify({ content, sha256: digestOf(content) }, null, 2)}\n`;

/** Throws `BackupRefused`. */
export function readManifest(folder: string): BackupContent {
  const path = join(folder, MANIFEST_FILE);
  if (!existsSync(path))
    throw new BackupRefused(
      `${folder} is no whole backup: ${MANIFEST_FILE} is not in it. A backup gets it last; make another one, or name another folder.`,
    );
  const read = Manifest.safeParse(parsed(readFileSync(path, 'utf8')));
  if (!read.success || read.data.sha256 !== digestOf(read.data.content))
    throw new BackupRefused(
      `${path} is not what \`daybook backup\` wrote: it was cut off or edited. Use another backup.`,
    );
  return read.data.content;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function hashBackupFile(folder: string, path: string): Promise<BackupFileEntry> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const block of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
    hash.update(block);
    bytes += block.length;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** Throws `BackupRefused` with the first missing, truncated or changed file. */
export async function assertBackupComplete(folder: string, { pieces }: BackupContent): Promise<void> {
  for (const piece of pieces) {
    const path = join(folder, piece.path);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) throw new BackupRefused(`The backup is not whole: ${path} is missing. Use another backup.`);
    if (found.size !== piece.bytes)
      throw new BackupRefused(
        `The backup is not whole: ${path} has ${found.size} bytes, and had ${piece.bytes} when it was made. Use another backup.`,
      );
    if ((await hashBackupFile(folder, piece.path)).sha256 !== piece.sha256)
      throw new BackupRefused(`The backup was changed: ${path} is not what was written. Use another backup.`);
  }
}
