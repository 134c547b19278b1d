// Storage per event does not grow with a record's history.
import { describe, expect, it } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
import { BatchFold } from '#projections/projector/batch-fold.js';
import type { AnyProjection } from '#projections/port/projection.js';
import type { DocumentWrite } from '#projections/port/generation.js';
import { opened, recorded, time } from './recorded-events.js';

const BATCH = 500;

function history(actions: number) {
  const taken = (at: number) => ({
    action: at % 2 ? 'send' : 'take back',
    from: at % 2 ? 'draft' : 'sent',
    to: at % 2 ? 'sent' : 'draft',
    changes: { amount: { from: at, to: at + 1 } },
  });
  const event = (type: string, data: unknown, version: number) =>
    recorded(type, data, {
      version,
      metadata: { recordedAt: time(0), effectiveAt: time(version), source: { log: 'a.xes', line: version } },
    });
  return [
    event('record.opened', opened(), 1),
    ...Array.from({ length: actions }, (_, at) => event('record.action-taken', taken(at), at + 2)),
  ];
}

/** Characters per event, and the largest document. */
async function stored(projection: AnyProjection, actions: number) {
  let [characters, largest] = [0, 0];
  const documents = new Map<string, string>();
  const generation = {
    get: async <Doc>(collection: string, id: string) => {
      const text = documents.get(`${collection} ${id}`);
      return text === undefined ? undefined : (JSON.parse(text) as Doc);
    },
    write: async (writes: readonly DocumentWrite[]) => {
      for (const { collection, id, document } of writes) {
        const text = JSON.stringify(document ?? null);
        characters += text.length;
        largest = Math.max(largest, text.length);
        documents.set(`${collection} ${id}`, text);
      }
    },
  };
  const folding = new BatchFold({ projection, generation, isSkipped: () => false, remembered: 10 });
  const events = history(actions);
  for (let at = 0; at < events.length; at += BATCH) {
    expect(await folding.take(events.slice(at, at + BATCH))).toBe(Math.min(BATCH, events.length - at));
    await folding.store();
  }
  return { each: characters / events.length, largest };
}

describe('a long history of one record', () => {
  it.each(allProjections.map((projection) => [projection.name, projection] as const))(
    'makes the read model %s store no more for each event than a short one',
    async (_, projection) => {
      const [short, long] = [await stored(projection, 4 * BATCH), await stored(projection, 16 * BATCH)];
      expect(long.each).toBeLessThanOrEqual(short.each * 1.1 + 1);
      expect(long.largest).toBeLessThanOrEqual(short.largest + 100);
    },
  );
});
