// Events of the server itself and of other applications.
import { randomUUID } from 'node:crypto';
import type { ProposedEvent } from './in-memory-log.js';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** `metadata`: undefined for none. */
export const proposedBy = (type: string, data: unknown, metadata?: unknown): ProposedEvent => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data: json(data),
  metadata: metadata === undefined ? Buffer.alloc(0) : json(metadata),
});

export interface Written {
  readonly stream: string;
  readonly event: ProposedEvent;
}

/** Of a persistent subscription; its type does not begin with `$`. */
export const subscriptionCheckpoint = (): Written => ({
  stream: '$persistentsubscription-$all::reports-checkpoint',
  event: proposedBy('SubscriptionCheckpoint', '4711', { $v: '1:-1:3:1' }),
});

/** Of a server-side projection. */
export const projectionResult = (): Written => ({
  stream: '$projections-totals-result',
  event: proposedBy('Result', { count: 3 }, { $v: '2:-1:1:4' }),
});

/** Written by `linkTo` of a projection, into any stream. */
export const link = (stream = 'my-category', to = '0@orders-1'): Written => ({
  stream,
  event: {
    ...proposedBy('$>', '', { $causedBy: randomUUID() }),
    contentType: 'application/octet-stream',
    data: Buffer.from(to),
  },
});

/** Of another application, in any form. */
export const foreignEvents = (): readonly Written[] => [
  { stream: 'orders-1', event: proposedBy('OrderPlaced', { total: 12 }) },
  { stream: 'orders-1', event: proposedBy('OrderPaid', { total: 12 }, { $correlationId: randomUUID() }) },
  { stream: 'orders-2', event: proposedBy('OrderPlaced', {}, { actor: { id: 7 }, commandId: 3 }) },
  { stream: 'orders-2', event: proposedBy('OrderPlaced', {}, { actor: 'shop' }) },
  { stream: 'orders-2', event: proposedBy('OrderPlaced', {}, 'no object') },
  {
    stream: 'pictures-1',
    event: {
      ...proposedBy('Taken', {}),
      contentType: 'application/octet-stream',
      data: Buffer.from([255, 0]),
    },
  },
  { stream: 'orders-3', event: { ...proposedBy('Broken', {}), data: Buffer.from('{"a":') } },
];

export const everythingElse = (): readonly Written[] => [
  subscriptionCheckpoint(),
  projectionResult(),
  link(),
  link('tests.Note-2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d'),
  ...foreignEvents(),
];
