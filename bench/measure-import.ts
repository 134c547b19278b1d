// An import of a log, small and large: what an event costs must not grow with how many there are.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { measureInProcess } from './child-process.js';
import { fillMeasurementFolder, createMeasurementFolder } from './measurement-folder.js';
import type { Sizes } from './run-sizes.js';

interface Importing {
  readonly events: number;
  readonly seconds: number;
  /** Seconds of processor time, of all threads. */
  readonly processor: number;
  readonly memory: number;
}

/** The opening, and two steps. */
const EVENTS_PER_CASE = 3;

export async function measureImport({ records: most }: Sizes): Promise<void> {
  const rows: string[][] = [];
  for (const size of [most / 100, most / 10, most]) {
    const folder = createMeasurementFolder();
    await fillMeasurementFolder(folder);
    const log = join(folder, 'log.xes');
    writeLog(log, Math.ceil(size / EVENTS_PER_CASE));
    for (const what of ['first', 'again'])
      rows.push(rowOf(what, size, await measureInProcess<Importing>('import-process', folder, log)));
    rmSync(folder, { recursive: true });
  }
  console.log('\nAn import of a log, and of the same log again, which writes nothing');
  const columns = ['events in the log', 'import', 'events per s', 'processor ms per event', 'peak MiB'];
  console.log(formatTextTable(columns, rows));
}

function rowOf(what: string, size: number, { seconds, processor, memory }: Importing): string[] {
  return [
    size.toLocaleString('en'),
    what,
    (size / seconds).toFixed(0),
    ((1000 * processor) / size).toFixed(2),
    String(memory),
  ];
}

const DEPARTMENTS = ['Research', 'Sales', 'Workshop'];

function writeLog(path: string, cases: number): void {
  const file = openSync(path, 'w');
  writeSync(file, '<?xml version="1.0" encoding="UTF-8"?>\n<log>\n');
  for (let n = 0; n < cases; n++) writeSync(file, traceOf(n));
  writeSync(file, '</log>\n');
  closeSync(file);
}

function traceOf(n: number): string {
  const events = ['submit', 'approve'].map((activity, step) => {
    const at = new Date(Date.UTC(2024, 0, 1, 8) + n * 60_000 + step * 3_600_000).toISOString();
    const attributes = [
      `<string key="concept:name" value="${activity}"/>`,
      `<string key="org:resource" value="Clerk ${(n + step) % 40}"/>`,
      `<date key="time:timestamp" value="${at.replace('Z', '+00:00')}"/>`,
      `<string key="org:group" value="Group ${n % 9}"/>`,
    ];
    return `<event>${attributes.join('')}</event>`;
  });
  const attributes = [
    `<string key="concept:name" value="${n}"/>`,
    `<string key="title" value="Order ${n}: microscope slides"/>`,
    `<string key="department" value="${DEPARTMENTS[n % 3]}"/>`,
    `<float key="amount" value="${(10 + ((n * 7919) % 90_000) / 100).toFixed(3)}"/>`,
    `<string key="requestedBy" value="Clerk ${n % 40}"/>`,
  ];
  return `<trace>${attributes.join('')}\n${events.join('\n')}\n</trace>\n`;
}
