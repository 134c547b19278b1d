import { describeCause, HistoryRefusedError } from '#domain/record/import/history-refused-error.js';
import type { ImportRecord } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { createImportCommand, deriveFormerRecordId } from './create-import-command.js';
import type { ImportPorts } from './import-ports.js';
import { ImportTally } from './import-report.js';
import type { TraceIssue } from './trace-issue.js';
import type { PeopleOfLog } from './people-of-log.js';
import type { LogCase } from './trace-to-case.js';
import type { ImportContext } from './import-context.js';

export interface LogSurvey {
  readonly formerRecordIds: ReadonlySet<string>;
  readonly people: PeopleOfLog;
  /** Name → why it is invalid. */
  readonly invalidPeople: ReadonlyMap<string, string>;
}

const MEND_NAME = 'Mend the name where the log is made; with --ignore org:resource nobody is recorded.';

export class CaseImporter {
  readonly tally = new ImportTally();
  private readonly casesByName = new Map<string, number>();

  constructor(
    private readonly target: ImportContext,
    private readonly survey: LogSurvey,
    private readonly ports: ImportPorts,
  ) {}

  /** Ordinals are assigned at once, whatever the order of completion. */
  importCase(one: LogCase): Promise<void> {
    const ordinal = (this.casesByName.get(one.name) ?? 0) + 1;
    this.casesByName.set(one.name, ordinal);
    return this.importWithOrdinal(one, ordinal);
  }

  private async importWithOrdinal(one: LogCase, ordinal: number): Promise<void> {
    const { tally } = this;
    tally.leaveOut(one.excludedTransitions);
    tally.counts.twice += one.ambiguousTimes;
    const issues = [...one.issues, ...this.findInvalidPeople(one)];
    if (issues.length > 0) {
      const all = [...issues, ...(await this.validateCase(one, ordinal))].sort((a, b) => a.line - b.line);
      return tally.refuse({ trace: one.name, line: one.line, misfits: all });
    }
    try {
      const {
        opened,
        events,
        unsent = 0,
      } = await this.ports.importCase(this.createCommand(one, ordinal), one.people);
      tally.counts.events += events;
      tally.counts.unsent += unsent;
      if (opened) tally.counts.imported++;
      else if (events > 0) tally.counts.grown++;
      else tally.counts.already++;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      tally.refuse({ trace: one.name, line: one.line, misfits: toTraceIssues(error, one.line) });
    }
  }

  private createCommand(one: LogCase, ordinal: number): ImportRecord {
    const { people, formerRecordIds } = this.survey;
    const before = deriveFormerRecordId(one, this.target);
    const id = formerRecordIds.has(before) ? { id: before } : {};
    return createImportCommand(one, this.target, { ordinal, people, ...id });
  }

  /** Also against the specification, so that all findings can be mended at once. */
  private async validateCase(one: LogCase, ordinal: number): Promise<readonly TraceIssue[]> {
    if (one.steps.length === 0) return [];
    try {
      await this.ports.validateCase(this.createCommand(one, ordinal), one.people, one.unread);
      return [];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return toTraceIssues(error, one.line);
    }
  }

  private findInvalidPeople({ people, line }: LogCase): readonly TraceIssue[] {
    return [...people].flatMap((name) => {
      const why = this.survey.invalidPeople.get(name);
      const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
      return why === undefined
        ? []
        : [{ line, message: `“${shown}” cannot be a person: ${why}`, remedy: MEND_NAME, cause: why }];
    });
  }
}

function toTraceIssues(refused: Refused, line: number): readonly TraceIssue[] {
  if (!(refused instanceof HistoryRefusedError))
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
