import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Liveness } from './lease-keeper.js';

/** `process 4711 on web-1 (5f0c21a9-9be4a07c)`: pid, host, machine or container, random part. */
const NAME = /^process (\d+) on (\S+) \(([0-9a-f]*)-[0-9a-f]+\)$/;

export function createHolderId(): string {
  return `process ${process.pid} on ${hostName()} (${machineId()}-${randomBytes(4).toString('hex')})`;
}

/** Tests run several installations in one process. */
const activeHolders = new Set<string>();
export const registerHolder = (name: string): void => void activeHolders.add(name);
export const unregisterHolder = (name: string): void => void activeHolders.delete(name);

export function describeHolder(holder: string): string {
  return NAME.test(holder) ? holder.replace(/ \([^)]*\)$/, '') : holder;
}

export function detectLiveness(holder: string, me: string): Liveness {
  const [, pid, machine, where] = NAME.exec(holder) ?? [];
  if (pid === undefined || machine !== hostName() || holder === me || activeHolders.has(holder))
    return 'unknown';
  const gone = Number(pid) === process.pid || !processExists(Number(pid));
  if (!gone) return 'unknown';
  // Hosts may share a name and containers reuse pids, so only the same machine id is certain.
  return where !== '' && where === machineId() ? 'gone' : 'probably gone';
}

const hostName = () => hostname().replace(/\s+/g, '-') || 'this-machine';

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Hash of boot id and container; '' where unavailable. */
function machineId(): string {
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return createHash('sha256')
      .update(`${start} ${readlinkSync('/proc/self/ns/pid')}`)
      .digest('hex')
      .slice(0, 8);
  } catch {
    return '';
  }
}
