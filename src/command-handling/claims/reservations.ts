// What one command takes for its record before it is written: unique values, a place in the day, a number.
import type { DecisionTarget } from '../decision-target.js';
import type { WritingPorts } from '../writing-ports.js';
import type { RecordCommand } from '#domain/record/record-commands.js';
import type { Refused } from '#domain/refusal.js';
import type { Numbers } from './numbers.js';
import type { DailyOpenings } from './openings.js';
import { RecordClaims } from './record-claims.js';
import { RecordNumber } from './record-number.js';
import { RecordOpening } from './record-opening.js';

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
    this.number = new RecordNumber(ports, numbers, target, moment);
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
