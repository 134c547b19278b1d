// Follows a history step by step. A step that is refused counts as taken for those after it, so that each is judged on its own.
import { phrase } from '#specification/refusal-words/message-parameters.js';
import type { Action, RecordInScope } from '#specification/model/specification.js';
import type { Actor } from '#domain/permissions.js';
import { toFoldableEvent, type DecidedEvent, type MetadataOverrides } from '#domain/event.js';
import { createReason } from '#domain/refusal-reason.js';
import { Refused, type Reason } from '#domain/refusal.js';
import { completeRecord } from '../computed/complete-record.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { describeCause, HistoryRefused, type HistoryIssue } from './history-refused.js';
import { getStateTitle } from '../lifecycle/offered-actions.js';
import { parseInput } from '../input/parse-input.js';
import type {
  CaseSource,
  ImportedStep,
  RecordInput,
  LogSource,
  UnreadableInput,
} from '../record-commands.js';
import type { RecordEvent, NewRecordEvents } from '../record-events.js';
import { evolveRecord, withValues, type OpenedRecord, type RecordState } from '../record-state.js';
import { takeAction } from '../lifecycle/take-action.js';
import { parseInstant } from '#specification/field-types/moments.js';

/** Where a step stands in the log, and who did it when. */
interface StepOrigin {
  readonly actor: string;
  readonly at: string;
  readonly source: LogSource | CaseSource;
  readonly unread?: UnreadableInput | undefined;
}

/** `unknown`: the log does not say when, in a way that can be read. */
type StepContext = RecordDecisionContext & { readonly unknown: boolean };

export class HistoryImport {
  private readonly decided: DecidedEvent<RecordEvent>[] = [];
  private readonly issues: HistoryIssue[] = [];
  private readonly reportedIssues = new Set<string>();
  private readonly unread = new Set<string>();
  /** true: what was done last could not be read, so that nobody knows which state it led to. */
  private isStateUnknown = false;

  constructor(
    private record: RecordState,
    private readonly context: RecordDecisionContext,
    private readonly log: string,
  ) {}

  /** Throws `HistoryRefused` where anything did not fit. */
  events(): NewRecordEvents {
    if (this.issues.length > 0) throw new HistoryRefused(this.issues);
    return this.decided;
  }

  openRecord(
    origin: StepOrigin,
    input: RecordInput,
    decide: (then: RecordDecisionContext) => NewRecordEvents,
  ): void {
    const then = this.createStepContext(origin);
    if (this.followStep(origin, then, () => decide(then))) return;
    const { id } = this.record;
    const { entity } = this.context;
    const first = {
      openedBy: origin.actor,
      openedAt: then.now,
      assignee: null,
      touched: {},
      stateSince: then.now,
      changedAt: then.now,
      rounds: {},
      timers: {},
      cameElsewhere: true,
      specification: 0,
    };
    const blank = { id, entity: entity.key, number: null, title: '', state: entity.lifecycle.initial };
    this.record = forceInput(then, { status: 'opened', ...blank, ...first, fields: {} }, input);
  }

  takeStep(step: ImportedStep, unread?: UnreadableInput): void {
    if (unread?.action) {
      this.isStateUnknown = true;
      return;
    }
    const action = this.context.entity.lifecycle.actions.find(({ key }) => key === step.action);
    const before = this.recordBefore(action);
    const then = this.createStepContext(step);
    if (this.followStep({ ...step, unread }, then, () => takeAction(before, step, then), action)) return;
    this.record = forceInput(then, { ...before, state: action?.to ?? before.state }, step.input);
  }

  /** Where the state is not known, it is one from which the action leads. */
  private recordBefore(action: Action | undefined): OpenedRecord {
    const record = this.record as OpenedRecord;
    const state =
      this.isStateUnknown && action && !action.from.includes(record.state) ? action.from[0] : undefined;
    this.isStateUnknown = false;
    if (state !== undefined) this.record = { ...record, state };
    return this.record as OpenedRecord;
  }

  /** As of its own moment and person. */
  private createStepContext({ actor, at }: StepOrigin): StepContext {
    const { known, ...rest } = this.context;
    const user: Actor = { id: actor, name: '', roles: [], system: true };
    const now = parseInstant(at);
    const asOf = { user, now: now ?? rest.now, unknown: now === undefined, seen: undefined, elsewhere: true };
    return { ...rest, ...asOf, known: { ...known, opensToday: undefined } };
  }

  /** Whether it fits. */
  private followStep(
    origin: StepOrigin,
    then: StepContext,
    decide: () => NewRecordEvents,
    action?: Action,
  ): boolean {
    for (const field of origin.unread?.fields ?? []) this.unread.add(field);
    try {
      if (then.unknown) throw new Refused([createNoMomentReason(this.context)]);
      const overrides = this.createMetadata(origin, then.now);
      for (const event of decide())
        this.add({ ...event, metadata: { ...event.metadata, ...overrides } }, origin.actor);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      for (const why of error.reasons) this.addIssue(origin.source.line, why, action);
      return false;
    }
  }

  private add(event: DecidedEvent<RecordEvent>, actor: string): void {
    this.record = evolveRecord(this.record, toFoldableEvent(event, actor, this.context.now));
    this.decided.push(event);
  }

  private createMetadata(
    { actor, source: { about, ...source } }: StepOrigin,
    effectiveAt: string,
  ): MetadataOverrides {
    return { actor, effectiveAt, source: { log: this.log, ...source }, ...(about && { about }) };
  }

  /** What a case lacks as a whole is told once, not at every step. */
  private addIssue(line: number, why: Reason, action: Action | undefined): void {
    if (why.fields?.some((field) => this.unread.has(field))) return;
    if (why.rule !== undefined || why.code === 'REQUIRED') {
      const same = JSON.stringify([why.code, why.rule, why.fields]);
      if (this.reportedIssues.has(same)) return;
      this.reportedIssues.add(same);
    }
    this.issues.push({ line, reason: why, cause: this.describeIssueCause(why, action) });
  }

  private describeIssueCause(why: Reason, action: Action | undefined): string {
    if (why.code !== 'WRONG_STATE' || !action || this.record.status === 'not opened')
      return describeCause(why);
    return `“${action.title}” while “${getStateTitle(this.context, this.record.state)}”`;
  }
}

/** The record with what could be read of the input, whatever else speaks against it. */
function forceInput(context: RecordDecisionContext, record: OpenedRecord, input: RecordInput): OpenedRecord {
  const { values } = parseInput(context, input, { base: record.fields });
  const draft: RecordInScope = { ...record, fields: withValues(record.fields, values) };
  const { fields } = completeRecord(context, draft).record;
  return { ...record, fields };
}

function createNoMomentReason(context: RecordDecisionContext): Reason {
  const words = {
    field: phrase('the.time'),
    expected: phrase('type.zoned-moment'),
    example: '2026-11-20T10:00:00Z',
  };
  return createReason(context, 'WRONG_TYPE', { with: words });
}
