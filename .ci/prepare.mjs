// Makes a fresh clone ready: installs what package-lock.json asks for and is not there, builds when a source changed. Needs nothing
// but Node and npm.
//   node .ci/prepare.mjs           install and build
//   node .ci/prepare.mjs --install install only
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './is-installed.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const sources = [
  'src',
  'views',
  'projections',
  'bench',
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
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Runs the step unless it was done for these same files. */
function once(stamp, paths, step) {
  const file = join(root, stamp);
  const now = digest(paths);
  if (existsSync(file) && readFileSync(file, 'utf8') === now) return;
  step();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, now);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Daybook needs Node.js 20.19 or later; this is ${process.versions.node}. See https://nodejs.org.`,
  );
  process.exit(1);
}
if (!isInstalled(root)) npm('ci', '--no-audit', '--no-fund', '--loglevel=error');
if (!process.argv.includes('--install')) once('dist/.built', sources, () => npm('run', '--silent', 'build'));
