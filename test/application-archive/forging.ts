// An archive that somebody edited, with hashes that fit.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { newArchive } from './moving.js';

export type ArchiveFiles = ReadonlyMap<string, Buffer>;

interface ForgedManifest {
  counts: { events: number };
  files: { path: string; bytes: number; sha256: string }[];
}

export interface ForgedEvent {
  id: string;
  type: string;
  stream: string;
  version: number;
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  unique?: { value: string; keyed: boolean };
}

export async function filesIn(archive: string): Promise<ArchiveFiles> {
  const zip = await openPromise(archive, { lazyEntries: true, autoClose: false });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    files.set(entry.fileName, Buffer.concat(pieces));
  }
  zip.close();
  return files;
}

export async function zipOf(files: ArchiveFiles): Promise<string> {
  const path = newArchive();
  const zip = new ZipFile();
  for (const [name, bytes] of files) zip.addBuffer(bytes, name);
  zip.end();
  const out = createWriteStream(path);
  zip.outputStream.pipe(out);
  await finished(out);
  return path;
}

export function forgeFile(files: ArchiveFiles, path: string, bytes: Buffer): ArchiveFiles {
  const manifest = JSON.parse(files.get('manifest.json')!.toString()) as ForgedManifest;
  const entry = manifest.files.find((each) => each.path === path)!;
  Object.assign(entry, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  if (path === 'events.jsonl') manifest.counts.events = linesIn(bytes).length;
  return new Map([...files, [path, bytes], ['manifest.json', Buffer.from(JSON.stringify(manifest))]]);
}

/** `change` edits the events in place, or returns others. */
export function forgeEvents(
  files: ArchiveFiles,
  change: (events: ForgedEvent[]) => readonly ForgedEvent[] | void,
): ArchiveFiles {
  const events = linesIn(files.get('events.jsonl')!).map((line) => JSON.parse(line) as ForgedEvent);
  const changed = change(events) ?? events;
  const lines = changed.map((event) => `${JSON.stringify(event)}\n`);
  return forgeFile(files, 'events.jsonl', Buffer.from(lines.join('')));
}

export function addPerson(files: ArchiveFiles, id: string, name: string): ArchiveFiles {
  const line = JSON.stringify({ id, name, signInName: null, erased: false, roles: [] });
  return forgeFile(
    files,
    'people.jsonl',
    Buffer.concat([files.get('people.jsonl')!, Buffer.from(`${line}\n`)]),
  );
}

const linesIn = (bytes: Buffer): string[] => bytes.toString().split('\n').filter(Boolean);
