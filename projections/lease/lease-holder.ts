// Names of processes that hold leases: words for people, with enough in them to tell whether the process is still there.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Presence } from './lease-keeper.js';

/** `process 4711 on web-1 (5f0c21a9-9be4a07c)`: process, host, which machine and container, and which of its processes with that number. */
const NAME = /^process (\d+) on (\S+) \(([0-9a-f]*)-[0-9a-f]+\)$/;

/** Another one each time it is asked. */
export function createHolderName(): string {
  return `process ${process.pid} on ${hostName()} (${machineId()}-${randomBytes(4).toString('hex')})`;
}

/** Names of this process that are in use: tests run several installations in one. */
const activeHolders = new Set<string>();
export const registerHolder = (name: string): void => void activeHolders.add(name);
export const unregisterHolder = (name: string): void => void activeHolders.delete(name);

/** For people. */
export function describeHolder(holder: string): string {
  return NAME.test(holder) ? holder.replace(/ \([^)]*\)$/, '') : holder;
}

/** `me`: the name of this process. */
export function detectPresence(holder: string, me: string): Presence {
  const [, pid, machine, where] = NAME.exec(holder) ?? [];
  if (pid === undefined || machine !== hostName() || holder === me || activeHolders.has(holder))
    return 'unknown';
  const gone = Number(pid) === process.pid || !processExists(Number(pid));
  if (!gone) return 'unknown';
  // Hosts may share a name, and each container counts its processes from 1: only the same place is certain.
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

/** This start of this machine, and which of its containers; '' where the system does not tell. */
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
