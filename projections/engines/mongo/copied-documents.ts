// A collection's documents in a file: a line each, its id and its JSON, in the order of ids.
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { StoredDocument } from './filter-to-mongo.js';
import { documentOf } from './stored-form.js';

export interface CopiedDocument {
  /** As it is stored. */
  readonly id: string;
  readonly json: string;
}

// No JSON has a tab in it: texts write it as \t.
const line = ({ id, json }: CopiedDocument) => `${JSON.stringify(id)}\t${json}\n`;

function parsed(text: string): CopiedDocument {
  const tab = text.indexOf('\t');
  return { id: JSON.parse(text.slice(0, tab)) as string, json: text.slice(tab + 1) };
}

export async function writeDocumentsTo(
  path: string,
  rows: AsyncIterable<readonly StoredDocument[]>,
): Promise<void> {
  await pipeline(async function* () {
    for await (const some of rows)
      for (const { _id, d } of some) yield line({ id: _id, json: JSON.stringify(documentOf(d)) });
  }, createWriteStream(path));
}

export async function writeIdsTo(
  path: string,
  rows: AsyncIterable<readonly StoredDocument[]>,
): Promise<void> {
  await pipeline(async function* () {
    for await (const some of rows) yield some.map(({ _id }) => `${JSON.stringify(_id)}\n`).join('');
  }, createWriteStream(path));
}

export const emptyUnlessThere = (path: string): Promise<void> => appendFile(path, '');

async function* linesIn(path: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(path), crlfDelay: Infinity });
}

export async function* readCopiedDocuments(path: string): AsyncGenerator<CopiedDocument> {
  for await (const text of linesIn(path)) yield parsed(text);
}

/** Those of these ids: as they were changed, or else as they were copied first. All three are in the order of ids. */
export async function* merged(paths: {
  readonly ids: string;
  readonly changed: string;
  readonly first: string;
}): AsyncGenerator<CopiedDocument> {
  const changed = ahead(readCopiedDocuments(paths.changed));
  const first = ahead(readCopiedDocuments(paths.first));
  try {
    for await (const text of linesIn(paths.ids)) {
      const id = JSON.parse(text) as string;
      const newer = await changed.at(id);
      const older = await first.at(id);
      const found = newer ?? older;
      if (found) yield found;
    }
  } finally {
    await changed.end();
    await first.end();
  }
}

/** Gives the document of an id, and passes by those that stand before it. */
function ahead(source: AsyncGenerator<CopiedDocument>) {
  let next: CopiedDocument | undefined;
  let isOver = false;
  return {
    async at(id: string): Promise<CopiedDocument | undefined> {
      for (;;) {
        if (!next && !isOver) {
          const read = await source.next();
          isOver = read.done === true;
          next = read.done ? undefined : read.value;
        }
        if (!next || byBytes(next.id, id) > 0) return undefined;
        const found = next;
        next = undefined;
        if (found.id === id) return found;
      }
    },
    end: () => source.return(undefined),
  };
}

/** As MongoDB sorts texts. */
const byBytes = (one: string, other: string) =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
