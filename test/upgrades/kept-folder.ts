// Data folders of earlier versions: the files of each in one, compressed.
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';

export const KEPT = join(import.meta.dirname, 'kept');

/** Path below the folder, with slashes → content in base64. */
type Packed = Readonly<Record<string, string>>;

export function packFolder(folder: string, file: string): void {
  const names = (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => statSync(join(folder, name)).isFile() && !/-(wal|shm)$/.test(name))
    .sort();
  const packed: Packed = Object.fromEntries(
    names.map((name) => [
      name.split(sep).join('/'),
      (name.endsWith('.sqlite')
        ? readDatabase(join(folder, name))
        : readFileSync(join(folder, name))
      ).toString('base64'),
    ]),
  );
  writeFileSync(file, brotliCompressSync(JSON.stringify(packed)));
}

/** With what SQLite has not moved into the file yet. */
function readDatabase(path: string): Buffer {
  const copy = `${path}.packed`;
  const database = new DatabaseSync(path);
  database.exec(`VACUUM INTO '${copy.replaceAll("'", "''")}'`);
  database.close();
  const packed = new DatabaseSync(copy);
  packed.exec('PRAGMA journal_mode = WAL');
  packed.close();
  const content = readFileSync(copy);
  rmSync(copy);
  return content;
}

/** `isWanted`: by path below the folder. */
export function unpackFolder(version: string, folder: string, isWanted = (_path: string) => true): void {
  const packed = JSON.parse(
    brotliDecompressSync(readFileSync(join(KEPT, version, 'folder.json.br'))).toString(),
  ) as Packed;
  for (const [path, content] of Object.entries(packed)) {
    if (!isWanted(path)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.from(content, 'base64'));
  }
}
