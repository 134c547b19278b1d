// The unique values of one record while a command is decided on it: claimed before, the old ones released after.
import type { DecisionTarget } from '../decision-target.js';
import { foldRecord } from '../decision-target.js';
import type { ClaimStamp } from '../stamp.js';
import type { WritingPorts } from '../writing-ports.js';
import { foldedUniqueValue } from '#domain/claim/folded.js';
import { NotFree, notUnique } from '#domain/claim/unique-value.js';
import { foldableEvent, type Decided, type FoldableEvent } from '#domain/event.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { evolve, fieldValue, type RecordState } from '#domain/record/record-state.js';
import type { Refused } from '#domain/refusal.js';
import { RecordRef, streams } from '#domain/streams.js';
import type { Field } from '#specification/specification.js';
import {
  claimUniqueValue,
  claimDigest,
  mustBeUnclaimed,
  release,
  type ClaimRequest,
} from './unique-claims.js';

interface HeldValue {
  readonly field: Field;
  readonly value: string | number | boolean;
  readonly wanted: ClaimRequest;
}

/** `elsewhere`: what is said where another record has the value. */
export interface WouldClaim {
  readonly stream: string;
  readonly elsewhere: Refused;
}

export class RecordClaims {
  private readonly unique: readonly Field[];
  private readonly claimed = new Map<string, ClaimRequest>();
  private leaving: readonly ClaimRequest[] = [];

  constructor(
    private readonly ports: WritingPorts,
    private readonly under: DecisionTarget,
    private readonly moment: ClaimStamp,
  ) {
    this.unique = under.decisionContext.entity.fields.filter(({ unique }) => unique);
  }

  /** Claims what the events give the record. Throws `Refused` NOT_UNIQUE where another record holds a value. */
  async claim(before: RecordState, events: readonly Decided<RecordEvent>[]): Promise<void> {
    if (this.unique.length === 0) return;
    const after = events.reduce((state, event) => evolve(state, foldableEvent(event, '', '')), before);
    const [held, holding] = [this.held(before), this.held(after)];
    const kept = new Set(holding.map(({ wanted }) => wanted.stream));
    for (const one of holding) {
      if (!held.some(({ wanted }) => wanted.stream === one.wanted.stream)) await this.claimOne(one);
    }
    const claimed = [...this.claimed.values()].filter(({ stream }) => !kept.has(stream));
    this.leaving = [...held.map(({ wanted }) => wanted), ...claimed].filter(
      ({ stream }) => !kept.has(stream),
    );
  }

  /** What `claim` would claim. Throws `Refused` NOT_UNIQUE where another record holds a value. */
  async wouldClaim(
    before: RecordState,
    events: readonly Decided<RecordEvent>[],
  ): Promise<readonly WouldClaim[]> {
    const after = events.reduce((state, event) => evolve(state, foldableEvent(event, '', '')), before);
    const held = this.held(before).map(({ wanted }) => wanted.stream);
    const claims = this.held(after).filter(({ wanted }) => !held.includes(wanted.stream));
    for (const one of claims)
      await this.refusingTaken(one, mustBeUnclaimed(this.ports, one.wanted, this.moment.recordedAt));
    const { decisionContext } = this.under;
    return claims.map(({ field, value, wanted: { stream } }) => ({
      stream,
      elsewhere: notUnique(decisionContext, field, String(value)),
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
      throw error instanceof NotFree ? notUnique(this.under.decisionContext, field, String(value)) : error;
    }
  }

  private held(record: RecordState): readonly HeldValue[] {
    if (record.status === 'not opened') return [];
    return this.unique.flatMap((field) => {
      const value = fieldValue(record, field.key);
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
    const has = record.status === 'opened' ? fieldValue(record, field.key) : null;
    return has !== null && typeof has !== 'object' && foldedUniqueValue(has) === foldedUniqueValue(value);
  }
}
