import { type DecisionTarget, foldRecord } from '../pipeline/record-decision-target.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';
import { isOpeningCommand, type RecordCommand, type ExpectedClaim } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import type { NumberRequest, RecordNumberClaims } from './record-number-claims.js';
import type { DailyQuotaClaims } from './daily-quota-claims.js';
import type { EventMetadata, ClaimMetadata } from '../pipeline/decide-and-append.js';
import { type RecordedEvent, type DecidedEvent, toFoldableEvent, type FoldableEvent } from '#domain/event.js';
import type { RecordOpened, RecordEvent } from '#domain/record/record-events.js';
import { parseInstant } from '#specification/field-types/moments.js';
import { streams, RecordRef } from '#domain/stream-names.js';
import type { QuotaUse } from '#domain/claim/claim-events.js';
import { createLimitReachedReason } from '#domain/record/lifecycle/open-record.js';
import { normalizeUniqueValue } from '#domain/claim/normalize-unique-value.js';
import { ValueTakenError, createNotUniqueRefusal } from '#domain/claim/unique-value.js';
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
  digestClaimedValue,
  assertUnclaimed,
  releaseUniqueValue,
  type UniqueValueClaimRequest,
} from './unique-value-claims.js';
import { toLocalYear, toLocalDay } from '#domain/record/local-date.js';

export class RecordReservations {
  readonly claims: UniqueValueClaims;
  readonly number: NumberReservation;
  readonly quota: QuotaReservation;

  constructor(
    ports: CommandDependencies,
    { numbers, quota: openings }: { readonly numbers: RecordNumberClaims; readonly quota: DailyQuotaClaims },
    readonly target: DecisionTarget,
    command: RecordCommand,
  ) {
    const { context } = command.data;
    const moment = { context, recordedAt: ports.clock(), specification: target.specification };
    this.claims = new UniqueValueClaims(ports, target, moment);
    this.number = new NumberReservation(numbers, target, ports.store, moment);
    this.quota = new QuotaReservation(ports, openings, target, command, moment);
  }

  async confirm(): Promise<void> {
    await this.claims.confirm();
    this.number.confirm();
  }

  async release(refused: Refused): Promise<void> {
    const why = `Refused: ${refused.reasons.map(({ code }) => code).join(', ')}`;
    for (const each of [this.claims, this.quota, this.number]) await each.release(why);
  }
}

interface HeldValue {
  readonly field: Field;
  readonly value: string | number | boolean;
  readonly wanted: UniqueValueClaimRequest;
}

export class UniqueValueClaims {
  private readonly unique: readonly Field[];
  private readonly claimed = new Map<string, UniqueValueClaimRequest>();
  private releasable: readonly UniqueValueClaimRequest[] = [];

  constructor(
    private readonly ports: CommandDependencies,
    private readonly target: Pick<DecisionTarget, 'decisionContext'>,
    private readonly moment: ClaimMetadata,
  ) {
    this.unique = target.decisionContext.entity.fields.filter(({ unique }) => unique);
  }

  /** Throws `Refused` NOT_UNIQUE. */
  async claim(before: RecordState, events: readonly DecidedEvent<RecordEvent>[]): Promise<void> {
    if (this.unique.length === 0) return;
    const [held, holding] = [this.held(before), this.held(recordAfter(before, events))];
    const heldStreams = new Set(holding.map(({ wanted }) => wanted.stream));
    for (const one of holding) {
      if (!held.some(({ wanted }) => wanted.stream === one.wanted.stream)) await this.claimOne(one);
    }
    await this.refuseTakenProposals(recordAfter(before, events), holding);
    const claimed = [...this.claimed.values()].filter(({ stream }) => !heldStreams.has(stream));
    this.releasable = [...held.map(({ wanted }) => wanted), ...claimed].filter(
      ({ stream }) => !heldStreams.has(stream),
    );
  }

  /** A round claims proposed values at its end; until then they must be free. */
  private async refuseTakenProposals(after: RecordState, holding: readonly HeldValue[]): Promise<void> {
    if (after.status === 'not opened') return;
    for (const round of Object.values(after.rounds)) {
      const values = [...collectProposedValues(round)].map(([key, { value }]) => [key, value] as const);
      const proposed = this.held({ ...after, fields: replaceFieldValues(after.fields, new Map(values)) });
      const fresh = proposed.filter(
        ({ wanted: { stream } }) => !holding.some(({ wanted }) => wanted.stream === stream),
      );
      for (const one of fresh)
        await this.refusingTaken(one, assertUnclaimed(this.ports, one.wanted, this.moment.recordedAt));
    }
  }

  async findClaims(
    before: RecordState,
    events: readonly DecidedEvent<RecordEvent>[],
  ): Promise<readonly ExpectedClaim[]> {
    const held = this.held(before).map(({ wanted }) => wanted.stream);
    const claims = this.held(recordAfter(before, events)).filter(
      ({ wanted }) => !held.includes(wanted.stream),
    );
    for (const one of claims)
      await this.refusingTaken(one, assertUnclaimed(this.ports, one.wanted, this.moment.recordedAt));
    const { decisionContext } = this.target;
    return claims.map(({ field, value, wanted: { stream } }) => ({
      stream,
      elsewhere: createNotUniqueRefusal(decisionContext, field, String(value)),
    }));
  }

  async confirm(): Promise<void> {
    for (const wanted of this.releasable) await releaseUniqueValue(this.ports, wanted, this.moment);
  }

  async release(why: string): Promise<void> {
    for (const wanted of this.claimed.values())
      await releaseUniqueValue(this.ports, wanted, this.moment, why);
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
      throw error instanceof ValueTakenError
        ? createNotUniqueRefusal(this.target.decisionContext, field, String(value))
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
    const { specification, entity } = this.target.decisionContext;
    const digest = digestClaimedValue(this.ports, value, field.personal !== undefined);
    const stream = streams.unique(specification.key, entity.key, field.key, digest);
    const isHeldBy = (holder: string) => this.hasValue(holder, field, value);
    return { field, value, wanted: { stream, field: field.key, record, isHeldBy } };
  }

  private async hasValue(holder: string, field: Field, value: string | number | boolean): Promise<boolean> {
    const { specification, entity } = this.target.decisionContext;
    const held = RecordRef.of({ application: specification.key, entity: entity.key, id: holder });
    const { events } = await this.ports.store.read(streams.record(held));
    const opened = (await this.ports.personalData.open(
      events,
    )) as unknown as readonly FoldableEvent<RecordEvent>[];
    const { record } = foldRecord(holder, opened);
    const has = record.status === 'opened' ? getFieldValue(record, field.key) : null;
    return (
      has !== null && typeof has !== 'object' && normalizeUniqueValue(has) === normalizeUniqueValue(value)
    );
  }
}

const recordAfter = (before: RecordState, events: readonly DecidedEvent<RecordEvent>[]): RecordState =>
  events.reduce((state, event) => evolveRecord(state, toFoldableEvent(event, '', '')), before);

class QuotaReservation {
  private readonly limit: number | undefined;
  private readonly stamp: EventMetadata;
  private readonly use: QuotaUse;
  private isConsumed = false;

  constructor(
    private readonly ports: CommandDependencies,
    private readonly openings: DailyQuotaClaims,
    private readonly target: DecisionTarget,
    command: RecordCommand,
    moment: ClaimMetadata,
  ) {
    const { specification, user, now } = target.decisionContext;
    this.limit = consumesQuota(command, target) ? specification.limits.opensPerUserPerDay : undefined;
    this.use = { entity: command.data.entity, record: command.data.id };
    const day = toLocalDay(now, specification.timeZone);
    this.stamp = { stream: streams.openings(specification.key, day, user.id), ...moment };
  }

  /** undefined without a limit. */
  async countOthers(): Promise<number | undefined> {
    return this.limit === undefined ? undefined : this.openings.countOthers(this.stamp.stream, this.use);
  }

  /** Throws `Refused` LIMIT_REACHED after a lost race. */
  async consume(events: readonly DecidedEvent[]): Promise<void> {
    if (this.limit === undefined || events.length === 0) return;
    if (!(await this.openings.consume(this.stamp, this.use, this.limit)))
      throw new Refused([createLimitReachedReason(this.target.decisionContext, this.limit)]);
    this.isConsumed = true;
  }

  async release(why: string): Promise<void> {
    if (!this.isConsumed) return;
    const { version } = await this.ports.store.read(this.target.stream);
    if (version === 0) await this.openings.release(this.stamp, this.use, why);
  }
}

function consumesQuota({ type, data }: RecordCommand, { decisionContext }: DecisionTarget): boolean {
  return type === 'OpenRecord' && !decisionContext.user.system && data.context.effectiveAt === undefined;
}

/** Taken last. */
class NumberReservation {
  private request: (NumberRequest & { readonly findExpected: string }) | undefined;
  private taken:
    { readonly stamp: EventMetadata; readonly record: string; readonly number: string } | undefined;

  constructor(
    private readonly numbers: RecordNumberClaims,
    private readonly target: DecisionTarget,
    private readonly store: CommandDependencies['store'],
    private readonly moment: ClaimMetadata,
  ) {}

  /** null: no number. Imports use their year of opening. */
  async findExpected(command: RecordCommand, { status }: RecordState): Promise<string | null> {
    this.request = undefined;
    const { specification, entity, now } = this.target.decisionContext;
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
    const findExpected = this.taken?.number ?? (await this.numbers.previewNext(request));
    this.request = { ...request, findExpected };
    return findExpected;
  }

  async take(): Promise<boolean> {
    if (!this.request) return true;
    const { stamp, record, findExpected } = this.request;
    const number = await this.numbers.take(this.request);
    this.taken = { stamp, record, number };
    return number === findExpected;
  }

  confirm(): void {
    if (this.taken) this.numbers.confirm(this.taken.stamp.stream, this.taken.record);
  }

  async release(why: string): Promise<void> {
    if (!this.taken) return;
    const { events } = await this.store.read(this.target.stream);
    const [opened] = events as readonly RecordedEvent<RecordOpened>[];
    if (opened?.data.number !== this.taken.number) await this.numbers.release(this.taken, why);
  }
}
