// What `npm test` runs. Suites of one folder share a context and one load of all modules; some run in one of their own. Written anew for
// each run, so that a new suite is in it by being there.
const { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');

const TEST = resolve(__dirname, '..');
const GROUPS = join(TEST, 'groups');

const SUITES_IN_A_GROUP = 12;

/** Worth one run in a thousand: hundreds of kills, growth by statistics, every combination. `npm run test:endurance` runs them. */
const ENDURANCE = [/^(bench|faults)\//, /\/growth\.spec/, /\/every-mix\.spec/, /-(killed|interrupted)\.spec/];

/** Long enough that loading modules does not count, or measures what its context does. */
/** `grpc-client`: connections of a process share calls, and which of them does is what it tests. */
const ALONE = [/^(architecture|cli|deployment|journeys)\//, /\/(grpc-client|looks)\.spec/];

function* suitesBelow(folder) {
  for (const each of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, each.name);
    if (each.isDirectory()) yield* suitesBelow(path);
    else if (/\.spec\.tsx?$/.test(each.name)) yield relative(TEST, path).replaceAll('\\', '/');
  }
}

const isOneOf = (patterns) => (suite) => patterns.some((pattern) => pattern.test(suite));
/** A snapshot is beside its suite; replaced modules and timers, handles, memory and counted calls are those of the whole context. */
const NEEDS_ITS_OWN =
  /\btoMatchSnapshot\(|\bjest\.(doMock|useFakeTimers)\(|\bmemoryUsage\(|\/(counted-work|nothing-stuck|open-handles)\.js'/;
const needsItsOwn = (suite) => NEEDS_ITS_OWN.test(readFileSync(join(TEST, suite), 'utf8'));

const allSuites = () => [...suitesBelow(TEST)].filter((suite) => !suite.startsWith('groups/')).sort();

const enduranceSuites = () => allSuites().filter(isOneOf(ENDURANCE));

/** Which suites run alone, and which together. */
function arrangeSuites() {
  const suites = allSuites().filter((suite) => !isOneOf(ENDURANCE)(suite));
  const isAlone = (suite) => isOneOf(ALONE)(suite) || needsItsOwn(suite);
  const groups = new Map();
  for (const suite of suites.filter((each) => !isAlone(each))) {
    const folder = suite.split('/')[0];
    groups.set(folder, [...(groups.get(folder) ?? []), suite]);
  }
  return {
    alone: suites.filter(isAlone),
    groups: [...groups].flatMap(([folder, all]) => inParts(folder, all)),
  };
}

function inParts(folder, suites) {
  const parts = Math.ceil(suites.length / SUITES_IN_A_GROUP);
  const size = Math.ceil(suites.length / parts);
  return Array.from({ length: parts }, (_, part) => ({
    name: `${folder.replace(/\.spec\.ts$/, '')}-${part + 1}`,
    suites: suites.slice(part * size, (part + 1) * size),
  }));
}

const groupText = (suites) =>
  suites.map((suite) => `describe('${suite}', () => void require('../${suite}'));\n`).join('');

/** The patterns that Jest looks for. */
function writeGroups() {
  const { alone, groups } = arrangeSuites();
  mkdirSync(GROUPS, { recursive: true });
  const files = new Map(groups.map(({ name, suites }) => [`${name}.spec.cjs`, groupText(suites)]));
  for (const name of readdirSync(GROUPS)) if (!files.has(name)) rmSync(join(GROUPS, name));
  for (const [name, text] of files) writeFileSync(join(GROUPS, name), text);
  return ['<rootDir>/test/groups/*.spec.cjs', ...alone.map((suite) => `<rootDir>/test/${suite}`)];
}

module.exports = { enduranceSuites, arrangeSuites, writeGroups };
