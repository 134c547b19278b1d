// Files of tests are in memory where there is room: no test cuts the power, and SQLite would wait for the disk thousands of times.
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH = 4e9;
const PREFIX = 'daybook-tests-';

const hasRoom = () => {
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH;
};

const isAlive = (process) => existsSync(`/proc/${process}`);

/** Of runs that were killed. */
function removeOld() {
  for (const name of readdirSync(MEMORY).filter((each) => each.startsWith(PREFIX)))
    if (!isAlive(name.slice(PREFIX.length))) rmSync(join(MEMORY, name), { recursive: true, force: true });
}

const folder = join(MEMORY, PREFIX + process.pid);

export function keepFilesInMemory() {
  if (process.platform !== 'linux' || process.env.TMPDIR || !existsSync(MEMORY)) return;
  removeOld();
  if (!hasRoom()) return;
  // Tests run commands as other accounts: what is inside keeps its own mode.
  mkdirSync(folder, { mode: 0o755 });
  process.env.TMPDIR = folder;
}

export const forgetFiles = () => rmSync(folder, { recursive: true, force: true });
