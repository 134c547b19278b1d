// For the image: node_modules without what bundle.js has put into dist/daybook. Of a bundled package stay its name, version and licence,
// which scanners look for and licences ask for; what is loaded at run time stays, without binaries of other systems and C sources.
//   node .ci/prune-packages.mjs FOLDER       the folder that node_modules is in
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The external packages of bundle.js that are installed. */
const LOADED_AT_RUN_TIME = ['@photostructure/sqlite', '@node-rs/argon2', 'mongodb'];
const STAYS = /^(package\.json|(licen[cs]e|copying|notice|copyright)([.-].*)?)$/i;

const root = resolve(process.argv[2]);
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** As Node.js looks for a package: in the nearest node_modules. undefined: optional, and not for this system. */
function find(name, from) {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  return from === root ? undefined : find(name, dirname(from));
}

const loaded = new Set();
function keep(name, from) {
  const folder = find(name, from);
  if (folder === undefined || loaded.has(folder)) return;
  loaded.add(folder);
  const { dependencies, optionalDependencies } = manifestOf(folder);
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) keep(each, folder);
}
for (const name of LOADED_AT_RUN_TIME) {
  if (find(name, root) === undefined) throw new Error(`${name} is not installed in ${root}.`);
  keep(name, root);
}

const remove = (folder, name) => rmSync(join(folder, name), { recursive: true, force: true });
const foldersIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : [];

function prune(nodeModules) {
  for (const name of foldersIn(nodeModules)) {
    const folder = join(nodeModules, name);
    if (name === '.bin') remove(nodeModules, name);
    else if (name.startsWith('@')) prune(folder);
    else prunePackage(folder);
  }
}

function prunePackage(folder) {
  prune(join(folder, 'node_modules'));
  if (!loaded.has(folder)) {
    for (const name of readdirSync(folder))
      if (name !== 'node_modules' && !STAYS.test(name)) remove(folder, name);
  } else if (existsSync(join(folder, 'prebuilds'))) {
    const binaries = join(folder, 'prebuilds');
    const own = `${process.platform}-${process.arch}`;
    for (const name of foldersIn(binaries).filter((each) => each !== own)) remove(binaries, name);
    remove(folder, 'src');
  }
}

prune(join(root, 'node_modules'));
