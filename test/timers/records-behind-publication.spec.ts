import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { createTimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import { toTimersCheckpointName } from '#timers/reset-timers-after-publication.js';
import { PEOPLE } from '../web/daybook.js';
import { documentWith, timing, type Timing } from './timing.js';

let shop: Timing | undefined;
afterEach(() => shop?.close());

it('given records that the read model does not have yet, when a version is published, then it sets their timers too', async () => {
  shop = await timing('      remind: { in: placed, after: P3D, call: tell }');
  const { installation, send, settled } = shop.daybook;
  const { store, projections, readModels } = installation;
  const records = projections.subscription('records');
  records.pause();
  const record = RecordRef.of({ application: 'shop', entity: 'Order', id: uuid() });
  const context = { actor: PEOPLE.clerk.id, commandId: uuid() };
  const { application, entity, id } = record;
  await send(new OpenRecord({ application, entity, id, input: { what: 'tea' }, context }));
  const { version } = await store.read(streams.specification('shop'));
  const text = documentWith('      expire: { in: new, after: P10D, action: place }');
  const data = { key: 'shop', name: 'Shop', version: version + 1, text };
  const metadata = { actor: 'system', recordedAt: shop.now(), commandId: uuid(), correlationId: uuid() };
  const published = { id: uuid(), type: 'specification.published', data, metadata };
  await store.append(streams.specification('shop'), [published], version);
  await projections.waitFor(await store.head(), 10_000, ['specifications']);
  const isSet = async () =>
    ((await readModels.backgroundCheckpoint(toTimersCheckpointName('shop'))) ?? 0) > version;
  while (!records.notifier.isWaiting && !(await isSet())) await pause(10);
  records.resume();
  while (!(await isSet())) await pause(10);
  await settled();
  const waiting = await createTimersReadModel(projections).findByRecord(record);
  expect(waiting?.timers).toMatchObject({ expire: { due: expect.any(String) } });
});
