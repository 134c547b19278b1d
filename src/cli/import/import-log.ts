// `daybook import`: the whole log is read once to see that it is whole, then again trace by trace.
import type { ImportRecord } from '../../domain/record/record-commands.js';
import type { Written } from '../../domain/command.js';
import { Refused } from '../../domain/refusal.js';
import {
  importedPersonId,
  traceToCommand,
  type Mapped,
  type Misfit,
  type Target,
} from './trace-to-command.js';
import { readXes } from './xes-reader.js';

export interface ImportPorts {
  importRecord(command: ImportRecord): Promise<Written>;
  /** Makes the person known, and returns once look-ups find it. */
  registerPeople(people: readonly { readonly id: string; readonly name: string }[]): Promise<void>;
}

export interface RefusedTrace {
  readonly trace: string;
  readonly line: number;
  readonly misfits: readonly Misfit[];
}

export interface ImportReport {
  readonly traces: number;
  readonly imported: number;
  readonly already: number;
  /** Events appended: openings and actions. */
  readonly events: number;
  readonly refused: readonly RefusedTrace[];
}

/** How many traces are under way at once: enough to share commits, few enough to keep memory flat. */
const AT_ONCE = 32;

/** Throws `LogBroken` before anything is written. */
export async function importLog(
  path: string,
  target: Target,
  ports: ImportPorts,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<ImportReport> {
  const { traces, people } = await survey(path, target);
  await ports.registerPeople([...people].map((name) => ({ id: importedPersonId(name), name })));
  const report = { traces, imported: 0, already: 0, events: 0, refused: [] as RefusedTrace[] };
  const underWay = new Set<Promise<void>>();
  let done = 0;
  try {
    for await (const trace of readXes(path)) {
      const one = importTrace(traceToCommand(trace, target), trace.line, ports, report).then(() => {
        underWay.delete(one);
        onProgress(++done, traces);
      });
      // Told below; a failure may come while the next trace is still being read.
      one.catch(() => {});
      underWay.add(one);
      if (underWay.size >= AT_ONCE) await Promise.race(underWay);
    }
    await Promise.all(underWay);
  } finally {
    // Whoever called closes what they write to.
    await Promise.allSettled(underWay);
  }
  report.refused.sort((a, b) => a.line - b.line);
  return report;
}

async function survey(path: string, target: Target): Promise<{ traces: number; people: Set<string> }> {
  const people = new Set<string>();
  let traces = 0;
  for await (const trace of readXes(path)) {
    traces++;
    const mapped = traceToCommand(trace, target);
    if ('people' in mapped) for (const name of mapped.people) people.add(name);
  }
  return { traces, people };
}

type Tally = { -readonly [K in keyof ImportReport]: ImportReport[K] } & { refused: RefusedTrace[] };

async function importTrace(mapped: Mapped, line: number, ports: ImportPorts, report: Tally): Promise<void> {
  if ('misfits' in mapped) {
    report.refused.push({ trace: mapped.name, line, misfits: mapped.misfits });
    return;
  }
  try {
    const written = await ports.importRecord(mapped.command);
    if (written.already) report.already++;
    else {
      report.imported++;
      report.events += 1 + mapped.command.data.steps.length;
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const misfits = error.reasons.map((reason) => ({ line, message: reason.message, remedy: reason.remedy }));
    report.refused.push({ trace: mapped.name, line, misfits });
  }
}
