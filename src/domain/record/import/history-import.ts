// A refused step counts as taken, so that each step is judged alone.
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { Action, RecordInScope } from '#specification/model/specification.js';
import type { Actor } from '#domain/permissions.js';
import { toFoldableEvent, type DecidedEvent, type MetadataOverrides } from '#domain/event.js';
import { createReason } from '#domain/create-reason.js';
import { Refused, type Reason } from '#domain/refusal.js';
import { completeRecord } from '../computed/complete-record.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { describeCause, HistoryRefusedError, type HistoryIssue } from './history-refused-error.js';
import { getStateTitle } from '../lifecycle/offered-actions.js';
import { parseInput } from '../input/parse-input.js';
import type {
  ImportedCaseSource,
  ImportedStep,
  RecordInput,
  ImportedStepSource,
  UnreadableInput,
} from '../record-commands.js';
import type { RecordEvent, NewRecordEvents } from '../record-events.js';
import { evolveRecord, replaceFieldValues, type OpenedRecord, type RecordState } from '../record-state.js';
import { takeAction } from '../lifecycle/take-action.js';
import { parseInstant } from '#specification/field-types/moments.js';

interface StepOrigin {
  readonly actor: string;
  readonly at: string;
  readonly source: ImportedStepSource | ImportedCaseSource;
  readonly unread?: UnreadableInput | undefined;
}

type StepContext = RecordDecisionContext & { readonly unknown: boolean };

export class HistoryImport {
  private readonly decided: DecidedEvent<RecordEvent>[] = [];
  private readonly issues: HistoryIssue[] = [];
  private readonly reportedIssues = new Set<string>();
  private readonly unread = new Set<string>();
  private isStateUnknown = false;

  constructor(
    private record: RecordState,
    private readonly context: RecordDecisionContext,
    private readonly log: string,
  ) {}

  events(): NewRecordEvents {
    if (this.issues.length > 0) throw new HistoryRefusedError(this.issues);
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

  /** An unknown state counts as one in which the action starts. */
  private recordBefore(action: Action | undefined): OpenedRecord {
    const record = this.record as OpenedRecord;
    const state =
      this.isStateUnknown && action && !action.from.includes(record.state) ? action.from[0] : undefined;
    this.isStateUnknown = false;
    if (state !== undefined) this.record = { ...record, state };
    return this.record as OpenedRecord;
  }

  private createStepContext({ actor, at }: StepOrigin): StepContext {
    const { known, ...rest } = this.context;
    const user: Actor = { id: actor, name: '', roles: [], system: true };
    const now = parseInstant(at);
    const asOf = {
      user,
      now: now ?? rest.now,
      unknown: now === undefined,
      baseState: undefined,
      isImport: true,
    };
    return { ...rest, ...asOf, known: { ...known, opensToday: undefined } };
  }

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

function forceInput(context: RecordDecisionContext, record: OpenedRecord, input: RecordInput): OpenedRecord {
  const { values } = parseInput(context, input, { base: record.fields });
  const draft: RecordInScope = { ...record, fields: replaceFieldValues(record.fields, values) };
  const { fields } = completeRecord(context, draft).record;
  return { ...record, fields };
}

function createNoMomentReason(context: RecordDecisionContext): Reason {
  const words = {
    field: createPhrase('the.time'),
    expected: createPhrase('type.zoned-moment'),
    example: '2026-11-20T10:00:00Z',
  };
  return createReason(context, 'WRONG_TYPE', { with: words });
}
