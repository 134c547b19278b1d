// Takes over one case of a log after the other, and tells what came of each.
import { describeCause, HistoryRefused } from '#domain/record/import/history-refused.js';
import type { ImportRecord } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { createImportCommand, formerId } from './case-to-command.js';
import type { ImportPorts } from './ports.js';
import { Tally } from './import-report.js';
import type { TraceMisfit } from './trace-misfit.js';
import type { PeopleOfLog } from './people-of-log.js';
import type { LogCase } from './trace-to-case.js';
import type { ImportTarget } from './import-target.js';

/** What is known of the log as a whole. */
export interface LogSurvey {
  /** Ids that an earlier version gave to some of its cases. */
  readonly former: ReadonlySet<string>;
  readonly people: PeopleOfLog;
  /** Name → why nobody can be called so. */
  readonly unfit: ReadonlyMap<string, string>;
}

const MEND_NAME = 'Mend the name where the log is made; with --ignore org:resource nobody is recorded.';

export class CaseImporter {
  readonly tally = new Tally();
  /** Name → how many cases had it so far. */
  private readonly met = new Map<string, number>();

  constructor(
    private readonly target: ImportTarget,
    private readonly learned: LogSurvey,
    private readonly ports: ImportPorts,
  ) {}

  /** The next case of the log. Its place among those of its name is taken at once, not when it is its turn. */
  takeOver(one: LogCase): Promise<void> {
    const ordinal = (this.met.get(one.name) ?? 0) + 1;
    this.met.set(one.name, ordinal);
    return this.tell(one, ordinal);
  }

  private async tell(one: LogCase, ordinal: number): Promise<void> {
    const { tally } = this;
    tally.leaveOut(one.leftOut);
    tally.counts.twice += one.twice;
    const misfits = [...one.misfits, ...this.unfitPeople(one)];
    if (misfits.length > 0) {
      const all = [...misfits, ...(await this.alsoWrong(one, ordinal))].sort((a, b) => a.line - b.line);
      return tally.refuse({ trace: one.name, line: one.line, misfits: all });
    }
    try {
      const {
        opened,
        events,
        unsent = 0,
      } = await this.ports.takeOver(this.command(one, ordinal), one.people);
      tally.counts.events += events;
      tally.counts.unsent += unsent;
      if (opened) tally.counts.imported++;
      else if (events > 0) tally.counts.grown++;
      else tally.counts.already++;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      tally.refuse({ trace: one.name, line: one.line, misfits: misfitsOf(error, one.line) });
    }
  }

  private command(one: LogCase, ordinal: number): ImportRecord {
    const { people, former } = this.learned;
    const before = formerId(one, this.target);
    const id = former.has(before) ? { id: before } : {};
    return createImportCommand(one, this.target, { ordinal, people, ...id });
  }

  /** What does not fit the specification, besides what could not be read: whoever mends one mends both. */
  private async alsoWrong(one: LogCase, ordinal: number): Promise<readonly TraceMisfit[]> {
    if (one.steps.length === 0) return [];
    try {
      await this.ports.judge(this.command(one, ordinal), one.people, one.unread);
      return [];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return misfitsOf(error, one.line);
    }
  }

  private unfitPeople({ people, line }: LogCase): readonly TraceMisfit[] {
    return [...people].flatMap((name) => {
      const why = this.learned.unfit.get(name);
      const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
      return why === undefined
        ? []
        : [{ line, message: `“${shown}” cannot be a person: ${why}`, remedy: MEND_NAME, cause: why }];
    });
  }
}

function misfitsOf(refused: Refused, line: number): readonly TraceMisfit[] {
  if (!(refused instanceof HistoryRefused))
    return refused.reasons.map((why) => ({
      line,
      message: why.message,
      ...(why.remedy && { remedy: why.remedy }),
      cause: describeCause(why),
    }));
  return refused.issues.map(({ line: own, reason: { message, remedy }, cause }) => ({
    line: own,
    message,
    ...(remedy && { remedy }),
    cause,
  }));
}
