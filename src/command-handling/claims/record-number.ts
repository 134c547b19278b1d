// The number of one record while it is opened: taken last, so that refusals cost none.
import type { DecisionTarget } from '../decision-target.js';
import type { Stamp } from '../stamp.js';
import type { WritingPorts } from '../writing-ports.js';
import { yearOf } from '#domain/record/calendar.js';
import type { RecordCommand } from '#domain/record/record-commands.js';
import type { Event, Recorded } from '#domain/event.js';
import type { RecordOpened } from '#domain/record/record-events.js';
import { instantOf } from '#specification/field-types/moments.js';
import { streams } from '#domain/streams.js';
import type { Numbers } from './numbers.js';

export class RecordNumber {
  private taken: { readonly stamp: Stamp; readonly record: string; readonly number: string } | undefined;

  constructor(
    private readonly ports: WritingPorts,
    private readonly numbers: Numbers,
    private readonly under: DecisionTarget,
    private readonly moment: Omit<Stamp, 'stream'>,
  ) {}

  isNeeded([first]: readonly Event[]): boolean {
    return first?.type === 'record.opened' && this.under.decisionContext.entity.number !== undefined;
  }

  /** Numbers are of the year in which the record was opened, imported ones too. */
  async take(command: RecordCommand): Promise<string> {
    const { specification, entity, now } = this.under.decisionContext;
    const opened = command.type === 'ImportRecord' ? (instantOf(command.data.openedAt) ?? now) : now;
    const year = yearOf(opened, specification.timeZone);
    const format = entity.number!;
    const stamp = {
      ...this.moment,
      stream: streams.number(specification.key, entity.key, format.scope(year)),
    };
    const record = command.data.id;
    const number = await this.numbers.take({
      stamp,
      record,
      format: (sequence) => format.format(year, sequence),
    });
    this.taken = { stamp, record, number };
    return number;
  }

  settle(): void {
    if (this.taken) this.numbers.settle(this.taken.stamp.stream, this.taken.record);
  }

  /** Unless the record has come to be with it after all, by the same command in another process. */
  async giveBack(why: string): Promise<void> {
    if (!this.taken) return;
    const { events } = await this.ports.store.read(this.under.stream);
    const [opened] = events as readonly Recorded<RecordOpened>[];
    if (opened?.data.number !== this.taken.number) await this.numbers.giveBack(this.taken, why);
  }
}
