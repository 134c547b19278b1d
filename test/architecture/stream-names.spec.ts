// One place each prints and parses stream names, defines keys and names collections; only HTTP answers look at a status.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const sources = ['src', 'projections', 'views'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);

interface Law {
  /** Files, and folders with a trailing slash. */
  readonly home: readonly string[];
  readonly forbidden: RegExp;
  readonly instead: string;
}

const LAWS: readonly Law[] = [
  {
    home: ['src/domain/stream-names.ts'],
    forbidden:
      /[`'"/^](user|specification|sign-in-name)-(\$\{|\(|'|"|`|\[)|\.(number|unique)-(\$\{|\(|'|"|`|\[)|\}\.\$\{[^}]*\}-|(startsWith|endsWith)\('(user|specification|sign-in-name)-|[sS]tream\.(startsWith|endsWith|slice|split|match|replace|indexOf|includes)\(/,
    instead: 'print and parse names of streams with src/domain/stream-names.ts',
  },
  {
    home: [
      'src/specification/document/key-grammar.ts',
      // Names of projections and generations are no keys of a document.
      'projections/engines/mongo/generation-collections.ts',
      'projections/engines/mongo/generation-registry.ts',
      'projections/engines/sqlite/sqlite-read-models.ts',
    ],
    forbidden: /\[A-Za-z\]\[A-Za-z0-9|\[a-z\]\[a-z0-9-?\]|\[A-Z\]\[A-Za-z0-9|\[a-z\]\[A-Za-z0-9/,
    instead: 'take the grammar of keys from src/specification/document/key-grammar.ts',
  },
  {
    // Event ids and texts that look like ids are no record ids.
    home: [
      'src/specification/document/key-grammar.ts',
      'src/event-store/eventstoredb/convert-events.ts',
      'projections/port/search-words.ts',
    ],
    forbidden: /\[0-9a-f\]\{8\}/,
    instead: 'ask isRecordId of src/domain/stream-names.ts what an id is',
  },
  {
    home: ['projections/'],
    forbidden: /\b([A-Z]+_COLLECTION|recordsCollection)\b|\.generation\('(people|records|timeline)'\)/,
    instead: 'ask peopleIn, recordsIn, specificationsIn or timelineIn: read models own their questions',
  },
  {
    // Headers of an answer, and errors of other libraries.
    home: [
      'src/web/errors/refusal-headers.ts',
      'src/web/errors/request-failure.ts',
      'src/web/errors/problem-json.ts',
      'src/web/rendering/page-rendering.ts',
    ],
    forbidden: /\b[sS]tatus (===|!==|[<>]=?) [1-5]\d\d\b/,
    instead: 'compare the kind of a refusal: an HTTP status is for answers alone',
  },
  {
    // Drivers have no classes for some of their errors.
    home: ['projections/engines/', 'src/event-store/'],
    forbidden: /\berror\.name (===|!==)|\.(get|has)\(error\.name\)/,
    instead: 'ask for its class, or for the kind an AdapterError says: a name is for people',
  },
];

function broken(text: string, file: string): readonly string[] {
  const isHome = (home: string) => file === home || (home.endsWith('/') && file.startsWith(home));
  return LAWS.filter(({ home, forbidden }) => !home.some(isHome) && forbidden.test(text)).map(
    ({ forbidden, instead }) => `${file}: “${forbidden.exec(text)![0]}”: ${instead}`,
  );
}

describe('the grammar of names', () => {
  it('has one home', () => {
    expect(sources.flatMap((file) => broken(readFileSync(join(root, file), 'utf8'), file))).toEqual([]);
  });

  it.each([
    ['const name = `user-${id}`;'],
    ['const PERSON = /^user-(.+)$/;'],
    ['return `${application}.${entity}-${id}`;'],
    ['`${key}.${entity}.number-${scope}`'],
    ["if (event.stream.startsWith('user')) return;"],
    ['const ACTION = /^[A-Za-z][A-Za-z0-9]*$/;'],
    ['const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;'],
    ['await people.find(PEOPLE_COLLECTION, { limit: 1 })'],
    ["const timeline = readModels.generation('timeline');"],
    ['if (failure.unforeseen || failure.status === 403) throw error;'],
    ["if (error.name === 'DiskFull') return;"],
  ])('would notice %s', (text) => {
    expect(broken(text, 'src/elsewhere.ts')).toHaveLength(1);
  });
});
