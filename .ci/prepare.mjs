// Makes a fresh clone ready: installs what package-lock.json asks for and is not there, builds when a source changed. Needs nothing
// but Node and npm.
//   node .ci/prepare.mjs           install and build
//   node .ci/prepare.mjs --install install only
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './is-installed.cjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const sources = [
  'src',
  'views',
  'projections',
  'bench',
  'docs/take-screenshots.ts',
  'test/engines',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  'bundle.js',
];

function* files(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) return void (yield path);
  for (const name of readdirSync(path).sort()) yield* files(join(path, name));
}

function digest(paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of files(join(root, path))) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function npm(...args) {
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Standard output belongs to what runs afterwards, such as `daybook events --json`.
  const stdio = ['inherit', 2, 2];
  const done = spawnSync(command, args, { cwd: root, stdio, shell: process.platform === 'win32' });
  if (done.status !== 0) fail(`Daybook could not be made ready: npm ${args.join(' ')} failed.`, done.status);
}

function fail(message, status) {
  console.error(message);
  unlock?.();
  process.exit(status || 1);
}

const LOCK = join(root, 'dist/.preparing');
let unlock;

/** Two that install or build at the same time would destroy each other's work: the later one waits, and finds it done. */
function lock() {
  mkdirSync(dirname(LOCK), { recursive: true });
  for (let said = false; ; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      unlock = () => rmSync(LOCK, { force: true });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = lockHolder();
    if (holder === undefined) rmSync(LOCK, { force: true });
    else if (!said) console.error(`Waiting for process ${holder}, which makes this clone ready.`);
    said ||= holder !== undefined;
  }
}

/** undefined: the process that took it has ended without giving it back. */
function lockHolder() {
  try {
    const text = readFileSync(LOCK, 'utf8');
    // Written in two steps: it was created a moment ago.
    if (text === '') return Date.now() - statSync(LOCK).mtimeMs < 5_000 ? 'unknown' : undefined;
    process.kill(Number(text), 0);
    return Number(text);
  } catch (error) {
    return error.code === 'EPERM' ? 'unknown' : undefined;
  }
}

/** npx looks here first: also where its own cache keeps a link from before this file existed. */
function linkCommand() {
  const folder = join(root, 'node_modules/.bin');
  const isWindows = process.platform === 'win32';
  const link = join(folder, isWindows ? 'daybook.cmd' : 'daybook');
  if (!existsSync(folder) || existsSync(link)) return;
  try {
    rmSync(link, { force: true });
    if (isWindows) writeFileSync(link, '@node "%~dp0\\..\\..\\.ci\\daybook.mjs" %*\r\n');
    else symlinkSync('../../.ci/daybook.mjs', link);
  } catch (error) {
    // Made by another process meanwhile, or the clone may only be read: npx has a link of its own.
    if (!['EEXIST', 'EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error;
  }
}

const STAMP = join(root, 'dist/.built');
const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest(sources);

function build() {
  const now = digest(sources);
  // A build that is cut off is none.
  rmSync(STAMP, { force: true });
  npm('run', '--silent', 'build');
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, now);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Daybook needs Node.js 20.19 or later; this is ${process.versions.node}. See https://nodejs.org.`,
  );
  process.exit(1);
}
const builds = basename(process.argv[1] ?? '') !== 'prepare.mjs' || !process.argv.includes('--install');
if (!isInstalled(root) || (builds && !isBuilt())) {
  lock();
  if (!isInstalled(root)) {
    console.error('Installing what is missing: this takes a minute or two.');
    npm('ci', '--no-audit', '--no-fund', '--loglevel=error');
  }
  if (builds && !isBuilt()) {
    console.error('Building: this takes half a minute.');
    build();
  }
  unlock();
}
linkCommand();
