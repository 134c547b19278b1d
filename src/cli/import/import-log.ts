// `daybook import`: the whole log is read once to see that it is whole and whom it names, then again trace by trace.
import type { ImportRecord } from '../../domain/record/record-commands.js';
import { HistoryRefused } from '../../domain/record/history-refused.js';
import { Refused } from '../../domain/refusal.js';
import { namingOf, type Naming } from './activity.js';
import { caseToCommand, formerId } from './case-to-command.js';
import { Tally, type ImportReport } from './import-report.js';
import { LogBroken, type LogLimits } from './log-broken.js';
import type { Misfit } from './misfit.js';
import { PeopleOfLog } from './people-of-log.js';
import { traceToCase, type Case, type Target } from './trace-to-case.js';
import { UnderWay } from './under-way.js';
import { readXes } from './xes-reader.js';

export interface TakenOver {
  /** Whether the record is new. */
  readonly opened: boolean;
  readonly events: number;
}

export interface ImportPorts {
  /** Throws `Refused`. */
  takeOver(command: ImportRecord, people: ReadonlySet<string>): Promise<TakenOver>;
  /** Makes the people known, and returns once look-ups find them. Name → why it cannot be one, of those that cannot. */
  registerPeople(names: ReadonlySet<string>): Promise<ReadonlyMap<string, string>>;
  /** Of these ids, those that are records here. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface Request {
  readonly path: string;
  readonly target: Target;
  readonly naming: Partial<Naming>;
  readonly limits: LogLimits;
}

/** Throws `LogBroken` before anything is written. */
export async function importLog(
  request: Request,
  ports: ImportPorts,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<ImportReport> {
  const { traces, names } = await survey(request);
  const unfit = await ports.registerPeople(names);
  const people = new PeopleOfLog(names, request.target.ids);
  const cases = new Cases(request.target, people, ports, unfit);
  const { log, naming } = opened(request);
  const underWay = new UnderWay();
  let done = 0;
  try {
    for await (const trace of log) {
      const one = traceToCase(trace, request.target, naming(), people);
      await underWay.add(trace.size, async () => {
        await cases.takeOver(one);
        onProgress(++done, traces);
      });
    }
  } finally {
    // Whoever called closes what they write to.
    await underWay.ended();
  }
  return cases.tally.report(traces, log.header.attributes);
}

function opened({ path, limits, naming: asked }: Request) {
  const log = readXes(path, limits);
  return { log, naming: () => namingOf(log.header, asked) };
}

async function survey(request: Request): Promise<{ traces: number; names: Set<string> }> {
  const { log, naming } = opened(request);
  const names = new Set<string>();
  let traces = 0;
  for await (const trace of log) {
    traces++;
    const { people, misfits } = traceToCase(trace, request.target, naming());
    if (misfits.length === 0) for (const name of people) names.add(name);
  }
  if (traces === 0) throw new LogBroken(1, 1, 'the log has no trace, so there is nothing to import');
  return { traces, names };
}

class Cases {
  readonly tally = new Tally();
  /** Name → how many cases had it so far. */
  private readonly met = new Map<string, number>();

  constructor(
    private readonly target: Target,
    private readonly people: PeopleOfLog,
    private readonly ports: ImportPorts,
    private readonly unfit: ReadonlyMap<string, string>,
  ) {}

  /** The next case of the log. Its place among those of its name is taken at once, not when it is its turn. */
  takeOver(one: Case): Promise<void> {
    const ordinal = (this.met.get(one.name) ?? 0) + 1;
    this.met.set(one.name, ordinal);
    return this.tell(one, ordinal);
  }

  private async tell(one: Case, ordinal: number): Promise<void> {
    const { tally } = this;
    tally.leaveOut(one.leftOut);
    tally.counts.twice += one.twice;
    const misfits = [...one.misfits, ...this.unfitPeople(one)];
    if (misfits.length > 0) return tally.refuse({ trace: one.name, line: one.line, misfits });
    try {
      const command = caseToCommand(one, this.target, {
        ordinal,
        people: this.people,
        ...(await this.former(one)),
      });
      const { opened, events } = await this.ports.takeOver(command, one.people);
      tally.counts.events += events;
      if (opened) tally.counts.imported++;
      else if (events > 0) tally.counts.grown++;
      else tally.counts.already++;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      tally.refuse({ trace: one.name, line: one.line, misfits: misfitsOf(error, one.line) });
    }
  }

  private async former(one: Case): Promise<{ id?: string }> {
    const id = formerId(one, this.target);
    return (await this.ports.known([id])).has(id) ? { id } : {};
  }

  private unfitPeople({ people, line }: Case): readonly Misfit[] {
    return [...people].flatMap((name) => {
      const why = this.unfit.get(name);
      const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
      return why === undefined
        ? []
        : [{ line, message: `“${shown}” cannot be a person: ${why}`, cause: why }];
    });
  }
}

function misfitsOf(refused: Refused, line: number): readonly Misfit[] {
  if (!(refused instanceof HistoryRefused))
    return refused.reasons.map(({ message, remedy }) => ({ line, message, ...(remedy && { remedy }) }));
  return refused.misfits.map(({ line: own, reason: { message, remedy }, cause }) => ({
    line: own,
    message,
    ...(remedy && { remedy }),
    cause,
  }));
}
