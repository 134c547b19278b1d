// Suites run in several processes: what is made for all of them, one of them makes.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** false: another process is at it. What one has left that was killed meanwhile counts for nothing. */
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
    // Gone meanwhile, or somebody else's process.
    return ['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
