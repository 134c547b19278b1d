// An older version after a newer one that writes the same events, such as a patch: its read models are built again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { allProjections } from '#projections/all-projections.js';
import { CommentRecord, OpenRecord } from '#domain/record/record-commands.js';
import { findDryRunDifferences } from '../projections/dry-run-differences.js';
import { PEOPLE, startDaybook, type Daybook } from '../web/daybook.js';
import { raiseVersions } from './raise-versions.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-back-'));
const order = { application: 'orders', entity: 'Order', id: uuid() };
const by = () => ({ actor: PEOPLE.clerk.id, commandId: uuid() });
let daybook: Daybook | undefined;

const activeVersions = async ({ installation }: Daybook) =>
  (await installation.readModels.generations())
    .filter(({ state }) => state === 'active')
    .map(({ projection, version }) => [projection, version])
    .sort();
const ownVersions = () => allProjections.map(({ name, version }) => [name, version]).sort();

beforeAll(async () => {
  const before = await startDaybook({ folder });
  await before.send(new OpenRecord({ ...order, input: { title: 'Chairs' }, context: by() }));
  await before.close();
  const lower = raiseVersions();
  try {
    const newer = await startDaybook({ folder, peopled: false });
    expect(await activeVersions(newer)).toEqual(ownVersions());
    await newer.send(new CommentRecord({ ...order, text: 'From the newer one.', context: by() }));
    await newer.close();
  } finally {
    lower();
  }
}, 120_000);
afterAll(async () => {
  await daybook?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('given a data folder that a newer version with the same events has used', () => {
  it('when the older one starts again, then it builds its read models, and shows what the newer one has written', async () => {
    daybook = await startDaybook({ folder, peopled: false });
    expect(await activeVersions(daybook)).toEqual(ownVersions());
    expect(await findDryRunDifferences(daybook.installation)).toEqual([]);
    const clerk = await daybook.as('clerk');
    const { text } = await clerk.get(`/orders/orders/${order.id}`);
    expect(text).toContain('From the newer one.');
    expect(daybook.installation.healthIssues.all()).toEqual([]);
  }, 60_000);
});
