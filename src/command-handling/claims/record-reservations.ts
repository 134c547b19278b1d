// What one command takes for its record before it is written: unique values, a place in the day, a number.
import { type DecisionTarget, foldRecord } from '../pipeline/record-decision-target.js';
import type { WritingPorts } from '../pipeline/command-dependencies.js';
import { isOpeningCommand, type RecordCommand, type WouldClaim } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import type { NumberRequest, Numbers } from './record-numbers.js';
import type { DailyOpenings } from './daily-quota.js';
import type { Stamp, ClaimStamp } from '../pipeline/decide-and-append.js';
import { type RecordedEvent, type DecidedEvent, toFoldableEvent, type FoldableEvent } from '#domain/event.js';
import type { RecordOpened, RecordEvent } from '#domain/record/record-events.js';
import { parseInstant } from '#specification/field-types/moments.js';
import { streams, RecordRef } from '#domain/stream-names.js';
import type { QuotaUse } from '#domain/claim/claim-events.js';
import { createLimitReachedReason } from '#domain/record/lifecycle/open-record.js';
import { foldUniqueValue } from '#domain/claim/fold-unique-value.js';
import { ValueTaken, createNotUniqueRefusal } from '#domain/claim/unique-value.js';
import { collectProposedValues } from '#domain/record/approvals/approval-events.js';
import {
  evolveRecord,
  getFieldValue,
  replaceFieldValues,
  type RecordState,
} from '#domain/record/record-state.js';
import type { Field } from '#specification/model/specification.js';
import {
  claimUniqueValue,
  claimDigest,
  mustBeUnclaimed,
  release,
  type ClaimRequest,
} from './unique-claims.js';
import { toLocalYear, toLocalDay } from '#domain/record/local-date.js';

export class Reservations {
  readonly claims: RecordClaims;
  readonly number: RecordNumber;
  readonly opening: RecordOpening;

  constructor(
    ports: WritingPorts,
    { numbers, openings }: { readonly numbers: Numbers; readonly openings: DailyOpenings },
    readonly target: DecisionTarget,
    command: RecordCommand,
  ) {
    const { context } = command.data;
    const moment = { context, recordedAt: ports.clock(), specification: target.specification };
    this.claims = new RecordClaims(ports, target, moment);
    this.number = new RecordNumber(numbers, target, ports.store, moment);
    this.opening = new RecordOpening(ports, openings, target, command, moment);
  }

  /** The record is written with them. */
  async settle(): Promise<void> {
    await this.claims.settle();
    this.number.settle();
  }

  async giveBack(refused: Refused): Promise<void> {
    const why = `Refused: ${refused.reasons.map(({ code }) => code).join(', ')}`;
    for (const each of [this.claims, this.opening, this.number]) await each.giveBack(why);
  }
}

interface HeldValue {
  readonly field: Field;
  readonly value: string | number | boolean;
  readonly wanted: ClaimRequest;
}

/** The unique values of one record while a command is decided on it: claimed before, the old ones released after. */
export class RecordClaims {
  private readonly unique: readonly Field[];
  private readonly claimed = new Map<string, ClaimRequest>();
  private leaving: readonly ClaimRequest[] = [];

  constructor(
    private readonly ports: WritingPorts,
    private readonly under: Pick<DecisionTarget, 'decisionContext'>,
    private readonly moment: ClaimStamp,
  ) {
    this.unique = under.decisionContext.entity.fields.filter(({ unique }) => unique);
  }

  /** Claims what the events give the record. Throws `Refused` NOT_UNIQUE where another record holds a value. */
  async claim(before: RecordState, events: readonly DecidedEvent<RecordEvent>[]): Promise<void> {
    if (this.unique.length === 0) return;
    const [held, holding] = [this.held(before), this.held(recordAfter(before, events))];
    const kept = new Set(holding.map(({ wanted }) => wanted.stream));
    for (const one of holding) {
      if (!held.some(({ wanted }) => wanted.stream === one.wanted.stream)) await this.claimOne(one);
    }
    await this.refuseTakenProposals(recordAfter(before, events), holding);
    const claimed = [...this.claimed.values()].filter(({ stream }) => !kept.has(stream));
    this.leaving = [...held.map(({ wanted }) => wanted), ...claimed].filter(
      ({ stream }) => !kept.has(stream),
    );
  }

  /** What a round is to write is claimed when it is over: before, it must at least be free. */
  private async refuseTakenProposals(after: RecordState, holding: readonly HeldValue[]): Promise<void> {
    if (after.status === 'not opened') return;
    for (const round of Object.values(after.rounds)) {
      const values = [...collectProposedValues(round)].map(([key, { value }]) => [key, value] as const);
      const proposed = this.held({ ...after, fields: replaceFieldValues(after.fields, new Map(values)) });
      const fresh = proposed.filter(
        ({ wanted: { stream } }) => !holding.some(({ wanted }) => wanted.stream === stream),
      );
      for (const one of fresh)
        await this.refusingTaken(one, mustBeUnclaimed(this.ports, one.wanted, this.moment.recordedAt));
    }
  }

  /** What `claim` would claim. Throws `Refused` NOT_UNIQUE where another record holds a value. */
  async wouldClaim(
    before: RecordState,
    events: readonly DecidedEvent<RecordEvent>[],
  ): Promise<readonly WouldClaim[]> {
    const held = this.held(before).map(({ wanted }) => wanted.stream);
    const claims = this.held(recordAfter(before, events)).filter(
      ({ wanted }) => !held.includes(wanted.stream),
    );
    for (const one of claims)
      await this.refusingTaken(one, mustBeUnclaimed(this.ports, one.wanted, this.moment.recordedAt));
    const { decisionContext } = this.under;
    return claims.map(({ field, value, wanted: { stream } }) => ({
      stream,
      elsewhere: createNotUniqueRefusal(decisionContext, field, String(value)),
    }));
  }

  /** The events are written: values the record had before are free. */
  async settle(): Promise<void> {
    for (const wanted of this.leaving) await release(this.ports, wanted, this.moment);
  }

  /** The events will not be written: what was claimed for them is free again. */
  async giveBack(why: string): Promise<void> {
    for (const wanted of this.claimed.values()) await release(this.ports, wanted, this.moment, why);
  }

  private async claimOne(one: HeldValue): Promise<void> {
    const { wanted } = one;
    if (await this.refusingTaken(one, claimUniqueValue(this.ports, wanted, this.moment)))
      this.claimed.set(wanted.stream, wanted);
  }

  private async refusingTaken<T>({ field, value }: HeldValue, claiming: Promise<T>): Promise<T> {
    try {
      return await claiming;
    } catch (error) {
      throw error instanceof ValueTaken
        ? createNotUniqueRefusal(this.under.decisionContext, field, String(value))
        : error;
    }
  }

  private held(record: RecordState): readonly HeldValue[] {
    if (record.status === 'not opened') return [];
    return this.unique.flatMap((field) => {
      const value = getFieldValue(record, field.key);
      return value === null || typeof value === 'object' ? [] : [this.hold(field, value, record.id)];
    });
  }

  private hold(field: Field, value: string | number | boolean, record: string): HeldValue {
    const { specification, entity } = this.under.decisionContext;
    const digest = claimDigest(this.ports, value, field.personal !== undefined);
    const stream = streams.unique(specification.key, entity.key, field.key, digest);
    const isHeldBy = (holder: string) => this.hasValue(holder, field, value);
    return { field, value, wanted: { stream, field: field.key, record, isHeldBy } };
  }

  private async hasValue(holder: string, field: Field, value: string | number | boolean): Promise<boolean> {
    const { specification, entity } = this.under.decisionContext;
    const held = RecordRef.of({ application: specification.key, entity: entity.key, id: holder });
    const { events } = await this.ports.store.read(streams.record(held));
    const opened = (await this.ports.personalData.open(
      events,
    )) as unknown as readonly FoldableEvent<RecordEvent>[];
    const { record } = foldRecord(holder, opened);
    const has = record.status === 'opened' ? getFieldValue(record, field.key) : null;
    return has !== null && typeof has !== 'object' && foldUniqueValue(has) === foldUniqueValue(value);
  }
}

const recordAfter = (before: RecordState, events: readonly DecidedEvent<RecordEvent>[]): RecordState =>
  events.reduce((state, event) => evolveRecord(state, toFoldableEvent(event, '', '')), before);

/** The place of one record among those its person may open in a day: taken after everything else is known to be right. */
class RecordOpening {
  private readonly limit: number | undefined;
  private readonly stamp: Stamp;
  private readonly one: QuotaUse;
  private counted = false;

  constructor(
    private readonly ports: WritingPorts,
    private readonly openings: DailyOpenings,
    private readonly under: DecisionTarget,
    command: RecordCommand,
    moment: ClaimStamp,
  ) {
    const { specification, user, now } = under.decisionContext;
    this.limit = isCounted(command, under) ? specification.limits.opensPerUserPerDay : undefined;
    this.one = { entity: command.data.entity, record: command.data.id };
    const day = toLocalDay(now, specification.timeZone);
    this.stamp = { stream: streams.openings(specification.key, day, user.id), ...moment };
  }

  /** Others that this person opened today; undefined: nothing limits it here. */
  async before(): Promise<number | undefined> {
    return this.limit === undefined ? undefined : this.openings.before(this.stamp.stream, this.one);
  }

  /** Throws `Refused` LIMIT_REACHED where others were faster. */
  async count(events: readonly DecidedEvent[]): Promise<void> {
    if (this.limit === undefined || events.length === 0) return;
    if (!(await this.openings.count(this.stamp, this.one, this.limit)))
      throw new Refused([createLimitReachedReason(this.under.decisionContext, this.limit)]);
    this.counted = true;
  }

  /** Unless the record has come to be after all, by the same command in another process. */
  async giveBack(why: string): Promise<void> {
    if (!this.counted) return;
    const { version } = await this.ports.store.read(this.under.stream);
    if (version === 0) await this.openings.giveBack(this.stamp, this.one, why);
  }
}

/** What the system opens is limited by nobody, and what is dated back is not today's. */
function isCounted({ type, data }: RecordCommand, { decisionContext }: DecisionTarget): boolean {
  return type === 'OpenRecord' && !decisionContext.user.system && data.context.effectiveAt === undefined;
}

/** The number of one record while it is opened: it is decided with the number that is next, which is taken last. */
class RecordNumber {
  private wanted: (NumberRequest & { readonly expected: string }) | undefined;
  private taken: { readonly stamp: Stamp; readonly record: string; readonly number: string } | undefined;

  constructor(
    private readonly numbers: Numbers,
    private readonly under: DecisionTarget,
    private readonly store: WritingPorts['store'],
    private readonly moment: ClaimStamp,
  ) {}

  /** null: the command opens no record, or its entity has no numbers. Numbers are of the year in which the record was opened, imported ones too. */
  async expected(command: RecordCommand, { status }: RecordState): Promise<string | null> {
    this.wanted = undefined;
    const { specification, entity, now } = this.under.decisionContext;
    const { number: format } = entity;
    if (!format || status === 'opened' || !isOpeningCommand(command)) return null;
    const opened = command.type === 'ImportRecord' ? (parseInstant(command.data.openedAt) ?? now) : now;
    const year = toLocalYear(opened, specification.timeZone);
    const stream = streams.number(specification.key, entity.key, format.scope(year));
    const request: NumberRequest = {
      stamp: { stream, ...this.moment },
      record: command.data.id,
      format: (sequence) => format.format(year, sequence),
    };
    const expected = this.taken?.number ?? (await this.numbers.next(request));
    this.wanted = { ...request, expected };
    return expected;
  }

  /** Returns whether it is the number that was expected. Another command may have been faster. */
  async take(): Promise<boolean> {
    if (!this.wanted) return true;
    const { stamp, record, expected } = this.wanted;
    const number = await this.numbers.take(this.wanted);
    this.taken = { stamp, record, number };
    return number === expected;
  }

  settle(): void {
    if (this.taken) this.numbers.settle(this.taken.stamp.stream, this.taken.record);
  }

  /** Unless the record has come to be with it after all, by the same command in another process. */
  async giveBack(why: string): Promise<void> {
    if (!this.taken) return;
    const { events } = await this.store.read(this.under.stream);
    const [opened] = events as readonly RecordedEvent<RecordOpened>[];
    if (opened?.data.number !== this.taken.number) await this.numbers.giveBack(this.taken, why);
  }
}
