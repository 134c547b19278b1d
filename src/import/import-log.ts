// `daybook import`: the whole log is read once to see that it is whole and whom it names, then again trace by trace.
import { namingOf, type ActivityNaming } from './activity.js';
import { formerId } from './case-to-command.js';
import { CaseImporter } from './import-cases.js';
import type { ImportReport } from './import-report.js';
import { MalformedLogError, type LogLimits } from './malformed-log-error.js';
import { PeopleOfLog } from './people-of-log.js';
import type { ImportPorts } from './ports.js';
import { traceToCase, type LogCase } from './trace-to-case.js';
import { runInWindow } from './case-window.js';
import type { LogTrace } from './xes-log.js';
import { readXes } from './xes-reader.js';
import type { ImportTarget } from './import-target.js';

export interface Request {
  readonly path: string;
  readonly target: ImportTarget;
  readonly naming: Partial<ActivityNaming>;
  readonly limits: LogLimits;
}

export interface ImportListeners {
  /** Told of cases. */
  readonly onProgress?: (done: number, total: number) => void;
  /** A case that takes a while begins. */
  readonly onLongCase?: (name: string, events: number) => void;
}

/** Events. */
const LONG_CASE = 5_000;

/** Throws `LogBroken` before anything is written. */
export async function importLog(
  request: Request,
  ports: ImportPorts,
  { onProgress = () => {}, onLongCase = () => {} }: ImportListeners = {},
): Promise<ImportReport> {
  const { traces, names, former, notMet } = await survey(request, ports);
  const unfit = await ports.registerPeople(names);
  const people = new PeopleOfLog(names, request.target.ids);
  const cases = new CaseImporter(request.target, { people, unfit, former }, ports);
  const { log, naming } = opened(request);
  async function* read(): AsyncGenerator<{ readonly size: number; readonly one: LogCase }> {
    for await (const trace of log)
      yield { size: trace.size, one: traceToCase(trace, request.target, naming(), people) };
  }
  let done = 0;
  await runInWindow(read(), async ({ one }) => {
    if (one.steps.length >= LONG_CASE) onLongCase(one.name, one.steps.length);
    await cases.takeOver(one);
    onProgress(++done, traces);
  });
  return cases.tally.report(traces, log.header.attributes, notMet);
}

function opened({ path, limits, naming: asked }: Request) {
  const log = readXes(path, limits);
  return { log, naming: () => namingOf(log.header, asked) };
}

/** What is learned of a log before anything of it is taken over. */
interface FirstPass {
  readonly traces: number;
  readonly names: ReadonlySet<string>;
  /** Ids that an earlier version gave to some of its cases. */
  readonly former: ReadonlySet<string>;
  /** Attributes to leave out that it does not have. */
  readonly notMet: readonly string[];
}

const ASKED_AT_ONCE = 500;

async function survey(request: Request, ports: ImportPorts): Promise<FirstPass> {
  const { log, naming } = opened(request);
  const names = new Set<string>();
  const former = new Set<string>();
  const notMet = new Set(request.target.ignore);
  let asking: string[] = [];
  const ask = async () => {
    for (const id of await ports.known(asking)) former.add(id);
    asking = [];
  };
  let traces = 0;
  for await (const trace of log) {
    traces++;
    if (notMet.size > 0) meet(trace, notMet);
    const one = traceToCase(trace, request.target, naming());
    if (one.misfits.length > 0) continue;
    for (const name of one.people) names.add(name);
    if (asking.push(formerId(one, request.target)) >= ASKED_AT_ONCE) await ask();
  }
  if (traces === 0) throw new MalformedLogError(1, 1, 'the log has no trace, so there is nothing to import');
  await ask();
  return { traces, names, former, notMet: [...notMet] };
}

function meet(trace: LogTrace, notMet: Set<string>): void {
  for (const { attributes } of [trace, ...trace.events]) for (const { key } of attributes) notMet.delete(key);
}
