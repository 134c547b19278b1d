// A projection cannot determine which documents an event belongs to.
import { describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import type { FailedDocument } from '#projections/port/failed-documents.js';
import { findRecordsFailedToProject } from '#query-handling/records/records-failed-to-project.js';
import { describeProjections } from '#cli/manage-projections.js';
import { presentProjections } from '#web/status/projections-page.js';
import { translatorFor } from '#views/messages/translate.js';

const record = uuid();
const stream = `orders.Order-${record}`;
const failed: FailedDocument = {
  id: `unknown-targets\n${stream}`,
  position: 9,
  collection: 'unknown-targets',
  document: stream,
  event: { position: 7, id: uuid(), type: 'record.changed', stream },
  after: 6,
  error: 'cannot say',
  held: 2,
};

describe('an event whose documents are not known', () => {
  it('is listed on the page of read models under its stream, with forms that name it', () => {
    const all = [{ projection: 'records', state: 'active' as const, isFailed: false, failed: [failed] }];
    const [row] = presentProjections(all, [], translatorFor('en')).failed;
    expect(row).toMatchObject({
      document: `Documents of ${stream}`,
      held: 2,
      retry: { inputs: { collection: 'unknown-targets', document: stream } },
    });
  });

  it('is listed on the command line with what `projections retry` takes', () => {
    const text = describeProjections([{ projection: 'records', state: 'active', failed: [failed] }]);
    expect(text).toContain(stream);
    expect(text).toContain('not known');
    expect(text).toContain('record.changed at 7');
  });

  it('makes the record of its stream outdated, and no other', async () => {
    const generation = { generation: () => ({}) };
    const readModels = { ...generation, failedDocuments: async () => [failed] } as never;
    const broken = (entity: string) =>
      findRecordsFailedToProject({ readModels }, { application: 'orders', entity });
    expect([...(await broken('Order'))]).toEqual([record]);
    expect([...(await broken('Shop'))]).toEqual([]);
  });
});
