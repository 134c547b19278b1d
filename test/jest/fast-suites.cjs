// Which suites `npm run test:fast` runs: those that start no server, browser, process or thread and wait for no clock. Found by what they
// import, they themselves and what they share with others under test: a new suite is in it or not by what it does, and no list gets old.
const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { dirname, join, relative, resolve } = require('node:path');

const TEST = resolve(__dirname, '..');

/** What of ours starts something: files below src, and folders of the house. */
const OURS = [
  'projections/engines/sqlite/readers/',
  'app.module.ts',
  'server.ts',
  'cli/with-installation.ts',
  'installation/document-checks/check-documents-in-thread.ts',
  'installation/storage-engines.ts',
  'installation/ports.module.ts',
  'installation/installation.ts',
  'platform/mongo-client.ts',
  'web/rendering/page-rendering.ts',
];

/** What starts something, or waits. */
const STARTS = [
  /from '(node:)?(child_process|cluster|dgram|http|http2|https|net|tls|worker_threads|timers\/promises)'/,
  /from '(playwright-core|@sparticuz\/chromium|supertest|autocannon|@nestjs\/(testing|core)|@eventstore\/db-client|@grpc\/grpc-js|dependency-cruiser)'/,
  ...OURS.map((place) => new RegExp(`[#/]${place.replace('.ts', '.js').replaceAll('.', '\\.')}`)),
  /\b(setTimeout|setInterval|fork|spawn)\(/,
];

/** Those start nothing, but compute for long. */
const COMPUTE_FOR_LONG = [
  'bench/',
  'import/generated-logs',
  'import/grown-cases',
  'import/what-a-log-says',
  'command-handling/recorded-times',
  'domain/record/evaluation-budget',
  'projections/sqlite/sqlite-read-models',
  'specification/document/document-limits',
  'specification/growth',
  'specification/robustness',
];

function* suitesIn(folder) {
  for (const each of readdirSync(folder, { withFileTypes: true })) {
    if (each.isDirectory()) yield* suitesIn(join(folder, each.name));
    else if (/\.spec\.tsx?$/.test(each.name)) yield join(folder, each.name);
  }
}

/** The files under test that a file imports by their place. */
const sharedBy = (file, text) =>
  [...text.matchAll(/(?:from|import) '(\.\.?|#test)(\/[^']+)\.js'/g)]
    .map(([, from, path]) => (from === '#test' ? join(TEST, path) : resolve(dirname(file), from + path)))
    .filter((place) => place.startsWith(TEST))
    .map((place) => [`${place}.ts`, `${place}.tsx`].find(existsSync))
    .filter((place) => place !== undefined);

/** Why a file is not fast: what starts something, in it or in what it shares. undefined: nothing does. */
function startsIn(file, seen = new Set()) {
  if (seen.has(file)) return undefined;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const found = STARTS.map((pattern) => pattern.exec(text)).find(Boolean);
  if (found) return `${file}: ${found[0]}`;
  for (const shared of sharedBy(file, text)) {
    const reason = startsIn(shared, seen);
    if (reason) return reason;
  }
  return undefined;
}

/** As patterns of Jest. */
const fastSuites = () =>
  [...suitesIn(TEST)]
    .filter((file) => startsIn(file) === undefined)
    .map((file) => relative(TEST, file).replaceAll('\\', '/'))
    .filter((name) => !COMPUTE_FOR_LONG.some((long) => name.startsWith(long)))
    .map((name) => `<rootDir>/test/${name}`);

module.exports = { OURS, sharedBy, startsIn, fastSuites };
