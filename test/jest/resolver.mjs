// Where the modules are that a suite asks for. One function instead of patterns that Jest would try again for each import of each suite:
// what it answers, Jest keeps for all suites of a worker.
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve, sep } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const THIRD = `${sep}node_modules${sep}`;

/** Threads are outside of Jest: those of the tests are made of the sources before all of them. */
const THREADS = /(?:^|\/)((?:check-|page-)?thread-file)\.js$/;

let packages;
/** What others wrote is in few files (packages.mjs). */
function inPackages(name) {
  const folder = process.env.DAYBOOK_TEST_PACKAGES;
  if (folder === undefined) return undefined;
  packages ??= JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  return Object.hasOwn(packages, name) ? join(folder, packages[name]) : undefined;
}

/** As `imports` of package.json, which names what is built. */
const inSources = (name) => join(ROOT, /^(bench|projections|test|views)\//.test(name) ? name : `src/${name}`);

const sourceOf = (built) =>
  ['.ts', '.tsx', '.js'].map((ending) => built.replace(/\.js$/, ending)).find((file) => existsSync(file));

/** What was built of an earlier source must not stand in for it. */
function missing(name) {
  throw Object.assign(new Error(`There is no source ${name}`), { code: 'MODULE_NOT_FOUND' });
}

function ours(name, folder) {
  const thread = THREADS.exec(name);
  if (thread) return join(ROOT, `test/threads/${thread[1]}.ts`);
  if (name.startsWith('#')) return sourceOf(inSources(name.slice(1))) ?? missing(name);
  if (/^\.\.?\/.*\.js$/.test(name)) return sourceOf(resolve(folder, name));
  return undefined;
}

export default function resolved(name, options) {
  if (isBuiltin(name)) return name;
  const isOurs = !options.basedir.includes(THIRD);
  const found =
    isOurs && (ours(name, options.basedir) ?? (options.conditions?.includes('import') && inPackages(name)));
  return found || options.defaultResolver(name, options);
}
