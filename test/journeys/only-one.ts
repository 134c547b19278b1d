// Of several processes with suites, one prepares what all share.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** false: another process works on it. Locks of killed processes do not count. */
export async function onlyOne(lock: string, work: () => Promise<void>): Promise<boolean> {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!isHeld(lock)) rmSync(lock, { force: true });
    return false;
  }
  try {
    await work();
    return true;
  } finally {
    rmSync(lock, { force: true });
  }
}

function isHeld(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch (error) {
    // Removed meanwhile, or another account's process.
    return ['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
