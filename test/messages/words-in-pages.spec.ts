// What pages say stands in the catalogues, not in code.
import { describe, expect, it } from '@jest/globals';
import { sourceOf, sourcesIn, type Source } from './sources.js';
import { wordsIn } from './words-in-pages.js';

/** Words → why they may stand in code. */
const ALLOWED: Readonly<Record<string, string>> = {
  Daybook: 'the name of the product',
  'of its route': 'a kind of answer',
  'proposed changes': 'a key of the descriptions of events',
  'SHA-256': 'a name, alike in every language',
  'order=happened, order=recorded': 'parameters of an address, alike in every language',
  'light dark': 'a keyword of CSS',
  Id: 'the first column of an export, which programs look for',
  'what was saved': 'a key, which the view puts into words',
  'what has happened': 'likewise',
  'too often': 'a kind of failure',
  'sign-in by a provider': 'what a line of the log is about',
  Table: 'prose is parsed once for all languages',
};

/** Text for programs and for the log: English, in every language. */
const FOR_PROGRAMS: readonly string[] = [
  'src/web/api',
  'src/web/json',
  'src/web/live-lists/live-lists.controller.ts',
  'src/web/shell',
  'src/web/calls/receive.controller.ts',
  'src/web/display/readable-and-writable-fields.ts',
  'src/web/errors/problem-json.ts',
  'src/web/errors/refusal-headers.ts',
  'src/web/home/changed-records-json.ts',
  'src/web/home/search-json.ts',
  'src/web/home/waiting-json.ts',
  'src/web/http/cookies.ts',
  'src/web/http/field-values-json.ts',
  'src/web/people/delegation-bodies.ts',
  'src/web/people/notice-bodies.ts',
  'src/web/saved-views/view-bodies.ts',
  'src/web/tokens/token-bodies.ts',
  'src/web/records/route-table.ts',
  'src/web/records/retention/erase-due-records.ts',
  'src/web/records/retention/show-due-for-erasure.ts',
  'src/web/process-map/show-process-map.ts',
  'src/web/rendering/response-workload.ts',
  'src/web/rendering/page-rendering.ts',
  'src/web/scheduled/scheduled-json.ts',
  'src/web/specifications/constants-json.ts',
  'src/web/timeline/live-timeline.controller.ts',
  'src/web/status/health.controller.ts',
];

/** A catalogue of its own. */
const CATALOGUES: readonly string[] = [
  'views/messages',
  'src/web/timeline/german-events.ts',
  'src/web/timeline/german-record-events.ts',
];

const isIn =
  (places: readonly string[]) =>
  ({ path }: Source): boolean =>
    places.some((place) => path === place || path.startsWith(`${place}/`));

const found = (source: Source): readonly string[] =>
  wordsIn(source)
    .filter((words) => !Object.hasOwn(ALLOWED, words.replace(/^\d+: /, '')))
    .map((words) => `${source.path}:${words}`);

const sources = sourcesIn(['views', 'src/web']);

describe('words that pages say', () => {
  it('stand in the catalogues', () => {
    const elsewhere = [...FOR_PROGRAMS, ...CATALOGUES];
    expect(sources.filter((source) => !isIn(elsewhere)(source)).flatMap(found)).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ['<p>Nothing here</p>', ['1: Nothing here']],
    ['<input placeholder="Part of the name" className="a row of classes" />', ['1: Part of the name']],
    ['const title = `Show all of ${list}`;', ['1: Show all of …']],
    ["const title = { title: isNew ? 'New one' : 'one' };", ['1: New one']],
    ["const kind: 'what was saved' = x === 'not found' ? y : z;", []],
    ["response.setHeader('Content type', 'x');", []],
  ])('are found in %s', (code, words) => {
    expect(wordsIn(sourceOf('example.tsx', code))).toEqual(words);
  });
});
