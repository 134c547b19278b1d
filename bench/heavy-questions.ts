// Questions that are heavy for who answers them, and documents and bodies that were made to be.
import { readFileSync } from 'node:fs';

const HEADINGS = readFileSync('specifications/blank.md', 'utf8').match(/^## .+$/gm)!;

export const PAGE = '/purchasing/requests';

/** What is asked for, or sent, and what has to come back: something else was measured otherwise. */
export interface HeavyQuestion {
  readonly path: string;
  readonly json?: string;
  /** A new one each time. */
  readonly form?: () => URLSearchParams;
  readonly status: number;
  /** What a refusal is for. */
  readonly expectedText?: string;
}

export const HEAVY_QUESTIONS: { readonly [name: string]: HeavyQuestion } = {
  'CSV of everything': page(`${PAGE}.csv`),
  'search for one letter': page(`${PAGE}?q=o`),
  'search for a word in every record': page(`${PAGE}?q=microscope`),
  'timeline by a frequent word': page('/-/timeline?q=order'),
  'timeline by one letter': page('/-/timeline?q=o'),
  'list with its facets': page(`${PAGE}?state=approved`),
  'publishing 2,500 text fields': accepted(() => withFields('Large', 2_500, () => 'type: text')),
  'a form of 2,500 fields': page('/large/things/new'),
  'the specification of it': page('/large/specification'),
  'publishing 2,500 computed fields': accepted(() =>
    withFields(
      'Computed',
      2_500,
      (n) => `type: integer, computed: record.${n === 0 ? 'amount' : `f${n - 1}`} + 1`,
    ),
  ),
  'the form of the last one, all computed': page('/computed/things/new'),
  'its specification': page('/computed/specification'),
  'publishing 1,600 states, 64 KB': accepted(() => withStates('States', 1_600)),
  'publishing 6,000 required fields': refusedPublication(
    withFields('Refused', 6_000, () => 'type: text, required: true'),
    'has more than 20000 parts',
  ),
  'publishing 300,000 commas': refusedPublication(
    documentOf('Refused', { 3: `a: [${','.repeat(300_000)}]` }),
    'has more than 20000 parts',
  ),
  'publishing 90,000 times `*a **`': refusedPublication(
    documentOf('Refused', { 3: 'entities: {}' }).replace(
      'not shown.',
      `not shown.\n\n${'*a **'.repeat(90_000)}`,
    ),
    'the prose has more than 4000 signs',
  ),
  'a body of 60,000 unknown names': {
    path: '/api/purchasing/Request',
    json: JSON.stringify({ fields: Object.fromEntries(many(60_000, (n) => [`f${n}`, n])) }),
    status: 413,
    expectedText: '1000 names or rows',
  },
  'JSON as deep and as large as is read': {
    path: '/api/purchasing/Request',
    json: JSON.stringify({
      fields: { title: many(900, () => nested(13, '\u{1f600}'.repeat(88))) },
    }).replaceAll('\u{1f600}', String.raw`\ud83d\ude00`),
    status: 422,
    expectedText: 'title',
  },
  'JSON nested 100,000 deep': {
    path: '/api/purchasing/Request',
    json: `{"fields":{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    status: 400,
    expectedText: 'nested more than 16 deep',
  },
  'a form of 19,000 inputs': {
    path: `${PAGE}/new`,
    form: () => new URLSearchParams(many(19_000, (n) => [`f${n}`, 'x'])),
    status: 413,
    expectedText: '1000 names or rows',
  },
};

function nested(deep: number, inmost: string): unknown {
  return deep === 0 ? inmost : [nested(deep - 1, inmost)];
}

function page(path: string): HeavyQuestion {
  return { path, status: 200 };
}

function many<T>(count: number, one: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => one(index));
}

function publishing(text: () => string): Pick<HeavyQuestion, 'path' | 'form'> {
  const form = () => new URLSearchParams({ text: text(), commandId: crypto.randomUUID() });
  return { path: '/-/publish', form };
}

/** Never the same twice, so that each is another version. */
function accepted(text: () => string): HeavyQuestion {
  const next = () => text().replace('not shown.', `not shown.\n\n${crypto.randomUUID()}`);
  return { ...publishing(next), status: 303 };
}

function refusedPublication(text: string, says: string): HeavyQuestion {
  return { ...publishing(() => text), status: 422, expectedText: says };
}

function withFields(name: string, count: number, fieldOf: (index: number) => string): string {
  const fields = many(count, (n) => `      f${n}: { ${fieldOf(n)} }`).join('\n');
  return documentOf(name, {
    3: `entities:\n  Thing:\n    fields:\n      amount: { type: integer }\n${fields}`,
  });
}

/** Each is reached from every other one. */
function withStates(name: string, count: number): string {
  const states = many(count, (n) => `      s${n}: {}`).join('\n');
  const actions = many(count, (n) => `      a${n}: { from: "*", to: s${n} }`).join('\n');
  return documentOf(name, {
    3: 'entities:\n  Thing:\n    fields: { title: text }',
    4: `lifecycles:\n  Thing:\n    states:\n${states}\n    actions:\n${actions}`,
  });
}

/** Whole but for what is wrong in these sections. */
function documentOf(name: string, yaml: { readonly [section: number]: string }): string {
  const sections = HEADINGS.map((heading, index) => {
    const shown = index + 1 in yaml ? `\`\`\`yaml\n${yaml[index + 1]}\n\`\`\`` : 'not shown.';
    return `${heading}\n\n${shown}\n`;
  });
  return `# Specification: ${name}\n\n${sections.join('\n')}`;
}
