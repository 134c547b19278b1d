// What `npm test` runs. Suites of one folder share a context and one load of all modules; some run in one of their own. Written anew for
// each run, so that a new suite is in it by being there.
const { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');
const { sharedBy } = require('./fast-suites.cjs');

const TEST = resolve(__dirname, '..');
const GROUPS = join(TEST, 'groups');

const SUITES_IN_A_GROUP = 24;

/** Worth one run in a thousand: hundreds of kills, growth by statistics, every combination, engines that fall silent or go away, journeys that others walk on other engines, two versions side by side. `npm run test:endurance` runs them. */
const ENDURANCE = [
  /^(bench|faults)\//,
  /\/growth\.spec/,
  /\/every-mix\.spec/,
  /-(killed|interrupted)\.spec/,
  /\/([a-z-]+-on-)?two-engines\.spec/,
  /\/rolling-upgrade\.spec/,
  /\/(engine-away|engine-unavailable|mongo-client|mongo-faults|unresponsive-server)\.spec/,
  /\/(lease|several)-processes\.spec/,
];

/**
 * Long enough that loading modules does not count, or measures what its context does.
 * `grpc-client`: connections of a process share calls, and which of them does is what it tests.
 */
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

/** `npm test` runs them as well, and tries their properties less often. */
const propertySuites = () =>
  allSuites().filter(
    (suite) => !isOneOf(ENDURANCE)(suite) && allSharedBy([suite]).has(join(TEST, 'property-runs.ts')),
  );

/** Which suites run alone, and which together. */
function arrangeSuites() {
  const suites = allSuites().filter((suite) => !isOneOf(ENDURANCE)(suite));
  const isAlone = (suite) => isOneOf(ALONE)(suite) || needsItsOwn(suite);
  const groups = new Map();
  for (const suite of suites.filter((each) => !isAlone(each))) {
    const folder = suite.split('/')[0].replace(/\.spec\.ts$/, '');
    groups.set(folder, [...(groups.get(folder) ?? []), suite]);
  }
  return { alone: suites.filter(isAlone), groups: withSmallJoined([...groups]).flatMap(inParts) };
}

/**
 * Each group loads the application anew.
 * @param {[folder: string, suites: string[]][]} groups
 */
function withSmallJoined(groups) {
  const isSmall = ([, suites]) => suites.length < SUITES_IN_A_GROUP / 2;
  const large = groups.filter((group) => !isSmall(group));
  const small = groups.filter(isSmall).flatMap(([, suites]) => suites);
  return small.length === 0 ? large : [...large, ['small-folders', small]];
}

/** @param {[folder: string, suites: string[]]} group */
function inParts([folder, suites]) {
  const parts = Math.ceil(suites.length / SUITES_IN_A_GROUP);
  const size = Math.ceil(suites.length / parts);
  return Array.from({ length: parts }, (_, part) => ({
    name: `${folder}-${part + 1}`,
    suites: suites.slice(part * size, (part + 1) * size),
  }));
}

/** All files under test that these share, also through each other, with their text. */
function allSharedBy(suites) {
  const found = new Map();
  const follow = (file, text) => {
    for (const shared of sharedBy(file, text))
      if (!found.has(shared)) {
        found.set(shared, readFileSync(shared, 'utf8'));
        follow(shared, found.get(shared));
      }
  };
  for (const file of suites.map((suite) => join(TEST, suite))) follow(file, readFileSync(file, 'utf8'));
  return found;
}

const HAS_HOOKS = /^(before|after)(Each|All)\(/m;

/** A module is loaded once: hooks of a shared one would be those of the first suite alone, unless they are the whole group's. */
function groupText(suites) {
  const shared = [...allSharedBy(suites)].filter(([, text]) => HAS_HOOKS.test(text)).map(([file]) => file);
  const hooks = shared.map((file) => relative(TEST, file).replaceAll('\\', '/')).sort();
  return [
    ...hooks.map((file) => `require('../${file}');\n`),
    ...suites.map((suite) => `describe('${suite}', () => void require('../${suite}'));\n`),
  ].join('');
}

/** The patterns that Jest looks for. */
function writeGroups() {
  const { alone, groups } = arrangeSuites();
  mkdirSync(GROUPS, { recursive: true });
  const files = new Map(groups.map(({ name, suites }) => [`${name}.spec.cjs`, groupText(suites)]));
  for (const name of readdirSync(GROUPS)) if (!files.has(name)) rmSync(join(GROUPS, name));
  for (const [name, text] of files) writeFileSync(join(GROUPS, name), text);
  return ['<rootDir>/test/groups/*.spec.cjs', ...alone.map((suite) => `<rootDir>/test/${suite}`)];
}

module.exports = { enduranceSuites, propertySuites, arrangeSuites, groupText, writeGroups };
