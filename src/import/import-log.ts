// A first pass validates the log and collects people, a second imports trace by trace.
import { chooseActivityClassifier, type ActivityClassifier } from './event-activity.js';
import { deriveFormerRecordId } from './create-import-command.js';
import { CaseImporter } from './case-importer.js';
import type { ImportReport } from './import-report.js';
import type { LogLimits } from './log-limits.js';
import { MalformedLogError } from './malformed-log-error.js';
import { PeopleOfLog } from './people-of-log.js';
import type { ImportPorts } from './import-ports.js';
import { traceToCase, type LogCase } from './trace-to-case.js';
import { runWithBoundedConcurrency } from './run-with-bounded-concurrency.js';
import type { LogTrace } from './xes-log.js';
import { readXes } from './xes-reader.js';
import type { ImportContext } from './import-context.js';

export interface ImportRequest {
  readonly path: string;
  readonly target: ImportContext;
  readonly classifier: Partial<ActivityClassifier>;
  readonly limits: LogLimits;
}

export interface ImportListeners {
  /** Cases. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly onLongCase?: (name: string, events: number) => void;
}

/** Events. */
const LONG_CASE = 5_000;

/** Throws `MalformedLogError` before anything is written. */
export async function importLog(
  request: ImportRequest,
  ports: ImportPorts,
  { onProgress = () => {}, onLongCase = () => {} }: ImportListeners = {},
): Promise<ImportReport> {
  const { traces, peopleNames, formerRecordIds, unusedIgnores } = await surveyLog(request, ports);
  const invalidPeople = await ports.registerPeople(peopleNames);
  const people = new PeopleOfLog(peopleNames, request.target.ids);
  const cases = new CaseImporter(request.target, { people, invalidPeople, formerRecordIds }, ports);
  const { log, classifier } = openLog(request);
  async function* read(): AsyncGenerator<{ readonly size: number; readonly one: LogCase }> {
    for await (const trace of log)
      yield { size: trace.size, one: traceToCase(trace, request.target, classifier(), people) };
  }
  let done = 0;
  await runWithBoundedConcurrency(read(), async ({ one }) => {
    if (one.steps.length >= LONG_CASE) onLongCase(one.name, one.steps.length);
    await cases.importCase(one);
    onProgress(++done, traces);
  });
  return cases.tally.report(traces, log.header.attributes, unusedIgnores);
}

function openLog({ path, limits, classifier: requested }: ImportRequest) {
  const log = readXes(path, limits);
  return { log, classifier: () => chooseActivityClassifier(log.header, requested) };
}

interface FirstPass {
  readonly traces: number;
  readonly peopleNames: ReadonlySet<string>;
  readonly formerRecordIds: ReadonlySet<string>;
  /** Which do not occur in the log. */
  readonly unusedIgnores: readonly string[];
}

const IDS_PER_LOOKUP = 500;

async function surveyLog(request: ImportRequest, ports: ImportPorts): Promise<FirstPass> {
  const { log, classifier } = openLog(request);
  const peopleNames = new Set<string>();
  const formerRecordIds = new Set<string>();
  const unusedIgnores = new Set(request.target.ignore);
  let pendingIds: string[] = [];
  const lookUpIds = async () => {
    for (const id of await ports.findExistingRecords(pendingIds)) formerRecordIds.add(id);
    pendingIds = [];
  };
  let traces = 0;
  for await (const trace of log) {
    traces++;
    if (unusedIgnores.size > 0) removeUsedKeys(trace, unusedIgnores);
    const one = traceToCase(trace, request.target, classifier());
    if (one.issues.length > 0) continue;
    for (const name of one.people) peopleNames.add(name);
    if (pendingIds.push(deriveFormerRecordId(one, request.target)) >= IDS_PER_LOOKUP) await lookUpIds();
  }
  if (traces === 0) throw new MalformedLogError(1, 1, 'the log has no trace, so there is nothing to import');
  await lookUpIds();
  return { traces, peopleNames, formerRecordIds, unusedIgnores: [...unusedIgnores] };
}

function removeUsedKeys(trace: LogTrace, unusedIgnores: Set<string>): void {
  for (const { attributes } of [trace, ...trace.events])
    for (const { key } of attributes) unusedIgnores.delete(key);
}
