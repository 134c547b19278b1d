import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#domain/event.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import {
  createCallsReadModel,
  callsProjection,
  callsIndexes,
  isWaitingForRetry,
} from '#projections/read-models/calls/calls-projection.js';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';

const RECORD = '019a9e10-1200-7b33-8000-000000000001';
const CALL = '5d1f0a77-9c1e-8b1a-8e39-000000000040';
let position = 0;

const event = (type: string, data: object, stream = `shop.Order.call-${CALL}`): RecordedEvent => ({
  id: type === 'record.call-requested' ? CALL : `e-${++position}`,
  stream,
  type,
  version: 1,
  position: ++position,
  data: { record: RECORD, call: 'order', ...data },
  metadata: {
    actor: 'ada',
    recordedAt: '2026-11-20T10:00:00.000Z',
    commandId: 'c',
    correlationId: 'c',
    specification: { key: 'shop', version: 3 },
  },
});
const requested = () => event('record.call-requested', {}, `shop.Order-${RECORD}`);
const folded = (...events: readonly RecordedEvent[]) =>
  events.reduce<WaitingCall | undefined>((document, each) => {
    const target = { collection: 'calls', id: CALL };
    expect(callsProjection.targets(each)).toEqual([target]);
    return callsProjection.apply(document, each, target);
  }, undefined);
const NOTHING = { set: null, action: null, error: null };

describe('the read model of calls', () => {
  it('has what is asked for, due at once', () => {
    expect(folded(requested())).toMatchObject({
      id: CALL,
      application: 'shop',
      entity: 'Order',
      record: RECORD,
      call: 'order',
      specification: 3,
      open: true,
      due: '2026-11-20T10:00:00.000Z',
      progress: { status: 'waiting', attempts: 0 },
    });
  });

  it('says when one that failed is due again, and why it failed', () => {
    const again = '2026-11-20T10:00:30.000Z';
    const failed = event('record.call-failed', { attempt: 1, why: 'it answered 503', again });
    expect(folded(requested(), failed)).toMatchObject({ due: again, why: 'it answered 503', open: true });
  });

  it('keeps one that was given up, and leaves it to people', () => {
    const givenUp = event('record.call-given-up', { ...NOTHING, attempt: 1, why: 'x', error: 'LATE' });
    expect(folded(requested(), givenUp)).toMatchObject({ open: false, error: 'LATE', why: 'x' });
  });

  it('removes finished calls', () => {
    const answered = { attempt: 1, status: 200, sent: {}, answer: null };
    expect(folded(requested(), event('record.call-answered', { ...NOTHING, ...answered }))).toBeUndefined();
    const used = event('record.call-answered', { ...NOTHING, ...answered, action: 'ship' });
    expect(folded(requested(), used)).toMatchObject({ open: true, progress: { status: 'answered' } });
    expect(folded(requested(), used, event('record.call-settled', { refused: null }))).toBeUndefined();
    const refused = event('record.call-settled', { refused: 'it is final' });
    expect(folded(requested(), used, refused)).toMatchObject({
      open: false,
      why: expect.stringContaining('refused'),
    });
    expect(folded(requested(), used, refused, event('record.call-closed', {}))).toBeUndefined();
  });

  it('finds those that are sent again, as it tells them one by one', async () => {
    const failed = event('record.call-failed', { attempt: 1, why: 'x', again: '2026-11-20T10:00:30.000Z' });
    const answered = { attempt: 1, status: 200, sent: {}, answer: null };
    const about = { process: 'outbox', item: CALL, error: 'it has no attempt' };
    const calls: Readonly<Record<string, WaitingCall | undefined>> = {
      requested: folded(requested()),
      failed: folded(requested(), failed),
      answered: folded(
        requested(),
        event('record.call-answered', { ...NOTHING, ...answered, action: 'ship' }),
      ),
      givenUp: folded(requested(), event('record.call-given-up', { ...NOTHING, attempt: 1, why: 'x' })),
      skipped: folded(requested(), failed, event('process.item-skipped', about, 'process-outbox')),
      undecided: folded(requested(), failed, event('process.item-failed', about, 'process-outbox')),
    };
    const folder = mkdtempSync(join(tmpdir(), 'daybook-calls-'));
    const readModels = openSqliteReadModels(folder);
    const { number } = await readModels.create('calls', 1);
    const generation = await readModels.open('calls', number, () => callsIndexes);
    try {
      const writes = Object.entries(calls).map(([id, call]) => ({
        collection: 'calls',
        id,
        document: { ...call!, id },
      }));
      await generation.write(writes, position);
      const { documents } = await createCallsReadModel({ generation: () => generation }).listRetried({
        limit: 9,
      });
      expect(documents.map(({ id }) => id)).toEqual(['failed']);
      expect(Object.keys(calls).filter((id) => isWaitingForRetry(calls[id]!))).toEqual(['failed']);
    } finally {
      await generation.close();
      await readModels.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('leaves one that was skipped to people, also when it is attempted once more, until it is tried again', () => {
    const about = { process: 'outbox', item: CALL };
    const skipped = event('process.item-skipped', about, 'process-outbox');
    const failed = event('record.call-failed', { attempt: 1, why: 'x', again: '2026-11-20T10:00:30.000Z' });
    const decision = { by: 'ada', at: '2026-11-20T10:00:00.000Z' };
    expect(folded(requested(), skipped)).toMatchObject({ open: false, skipped: decision });
    expect(folded(requested(), skipped, failed)).toMatchObject({ open: false, skipped: decision });
    const retried = folded(requested(), skipped, event('process.item-retried', about, 'process-outbox'));
    expect(retried).toMatchObject({ open: true, progress: { status: 'waiting' } });
    expect(retried).not.toHaveProperty('skipped');
  });

  it('notes one that Daybook could not take, until an admin decides or it is attempted again', () => {
    const about = { process: 'outbox', item: CALL, error: 'it has no attempt' };
    const failed = event('process.item-failed', about, 'process-outbox');
    const undecided = { at: '2026-11-20T10:00:00.000Z', error: 'it has no attempt' };
    expect(folded(requested(), failed)).toMatchObject({ undecided });
    const retried = event('record.call-retried', {});
    expect(folded(requested(), failed, retried)).toMatchObject({ undecided });
    const attempt = { attempt: 1, why: 'x', again: '2026-11-20T10:00:30.000Z' };
    for (const next of [
      event('record.call-failed', attempt),
      event('process.item-retried', about, 'process-outbox'),
      event('process.item-skipped', about, 'process-outbox'),
    ])
      expect(folded(requested(), failed, next)).not.toHaveProperty('undecided');
  });

  it.each([
    ['of another process', { process: 'upgrades', item: CALL }],
    ['of everything that failed', { process: 'outbox', item: null }],
  ])('makes nothing of a retry %s', (_, data) => {
    expect(callsProjection.targets(event('process.item-retried', data, 'process-outbox'))).toEqual([]);
  });

  it('makes nothing of what is not about calls, nor of an end without a beginning', () => {
    expect(callsProjection.targets(event('record.opened', {}, `shop.Order-${RECORD}`))).toEqual([]);
    expect(folded(event('record.call-closed', {}))).toBeUndefined();
  });
});
