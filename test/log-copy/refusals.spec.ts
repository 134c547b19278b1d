// What a copy says where two logs are not the same: the event, and in it the first member that differs.
import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#domain/event.js';
import { assertTargetIsPrefixOfSource, assertLogsEqual } from '#log-copy/assert-logs-match.js';

const event = (change: Partial<RecordedEvent> = {}): RecordedEvent =>
  ({
    position: 7,
    stream: 'orders.Order-1',
    version: 2,
    id: 'e7',
    type: 'record.changed',
    data: { fields: { amount: 3, tags: ['new', 'urgent'], note: null } },
    metadata: { actor: 'ada', recordedAt: '2026-11-20T10:00:00.000Z', commandId: 'c', correlationId: 'c' },
    ...change,
  }) as RecordedEvent;

const compared = (a: RecordedEvent | undefined, b: RecordedEvent | undefined) =>
  ({ same: 6, next: { a, b } }) as Parameters<typeof assertLogsEqual>[0];

const withFields = (fields: unknown) => event({ data: { fields } } as Partial<RecordedEvent>);
const long = 'x'.repeat(1_000);

describe('two logs that differ', () => {
  it.each<readonly [string, RecordedEvent, string]>([
    [
      'its stream',
      event({ stream: 'orders.Order-2' }),
      'stream is "orders.Order-1" in the source, "orders.Order-2" in the target',
    ],
    ['its version', event({ version: 3 }), 'version is 2 in the source, 3 in the target'],
    ['its id', event({ id: 'e8' }), 'id is "e7" in the source, "e8" in the target'],
    [
      'its type',
      event({ type: 'record.opened' }),
      'type is "record.changed" in the source, "record.opened" in the target',
    ],
    [
      'a value',
      withFields({ amount: 4, tags: ['new', 'urgent'], note: null }),
      'data.fields.amount is 3 in the source, 4 in the target',
    ],
    [
      'one of a list',
      withFields({ amount: 3, tags: ['new', 'late'], note: null }),
      'data.fields.tags.1 is "urgent" in the source, "late" in the target',
    ],
    [
      'a missing member',
      withFields({ amount: 3, tags: ['new', 'urgent'] }),
      'data.fields.note is null in the source, nothing in the target',
    ],
    [
      'a member too many',
      withFields({ amount: 3, tags: ['new', 'urgent'], note: null, more: 1 }),
      'data.fields.more is nothing in the source, 1 in the target',
    ],
    [
      'who did it',
      event({ metadata: { ...event().metadata, actor: 'bob' } }),
      'metadata.actor is "ada" in the source, "bob" in the target',
    ],
  ])('are told by the first member that differs: %s', (_, other, said) => {
    expect(() => assertLogsEqual(compared(event(), other))).toThrow(`; ${said}. Do not use the target.`);
    expect(() => assertTargetIsPrefixOfSource(compared(event(), other))).toThrow(
      `; ${said}. Nothing was written.`,
    );
  });

  it('name the first one only, and cut what is long', () => {
    const other = withFields({ amount: long, tags: [], note: 1 });
    const said = /; data\.fields\.amount is 3 in the source, "x{199}… in the target\. /;
    expect(() => assertLogsEqual(compared(event(), other))).toThrow(said);
  });

  it('name no member where one of them has ended', () => {
    expect(() => assertLogsEqual(compared(event(), undefined))).toThrow(
      /the target nothing more\. Do not use/,
    );
    expect(() => assertLogsEqual(compared(undefined, undefined))).not.toThrow();
  });
});
