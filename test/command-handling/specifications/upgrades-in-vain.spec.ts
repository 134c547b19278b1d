// Records a version cannot migrate are found at every look, and read once.
import { expect, it } from '@jest/globals';
import { PublishSpecificationHandler } from '#command-handling/specifications/publish-specification.handler.js';
import { SpecificationUpgrades } from '#command-handling/specifications/specification-upgrades.js';
import type { RecordsToMigratePage } from '#ports/lookups.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RecordRef } from '#domain/stream-names.js';
import { openDocumentChecks } from '#installation/document-checks/check-documents-in-thread.js';
import { documentOf, valid } from '#test/specification/documents.js';
import { context, recordId, withPeople } from '../commands.js';
import { versions, writing } from '../writing.js';

const document = (field: string) =>
  documentOf({ 1: 'key: cases', 3: `entities:\n  Case:\n    fields: { ${field} }` });
const [BEFORE, AFTER] = [document('body: text'), document('text: { type: text, was: body }')];

it('a record that cannot be brought under the version is read again only when something was written to it', async () => {
  let found: RecordsToMigratePage['records'] = [{ id: recordId(1), version: 1 }];
  const reads: string[] = [];
  const here = writing(
    (store) => ({
      ...store,
      append: async (...asked) => store.append(...asked),
      read: async (stream, from) => {
        reads.push(stream);
        return store.read(stream, from);
      },
    }),
    { findRecordsToMigrate: async () => ({ records: found }) },
    versions(2, valid(BEFORE), valid(AFTER)),
  );
  await withPeople(here);
  const upgrades = new SpecificationUpgrades(here.ports);
  const publishing = new PublishSpecificationHandler(here.ports, openDocumentChecks(), {
    bringUnder: async () => ({ position: 0, isDone: true }),
  } as unknown as SpecificationUpgrades);
  for (const text of [BEFORE, AFTER])
    await publishing.execute(new PublishSpecification({ text, context: context('root') }));
  const { name } = RecordRef.of({ application: 'cases', entity: 'Case', id: recordId(1) });
  const readTimes = () => reads.filter((stream) => stream === name).length;
  const [current] = await here.ports.specifications.all();
  for (let look = 0; look < 3; look++)
    expect(await upgrades.migrateRecordsAndPeople(current!)).toEqual({ position: 0, isDone: true });
  expect(readTimes()).toBe(1);
  found = [{ id: recordId(1), version: 2 }];
  for (let look = 0; look < 3; look++) await upgrades.migrateRecordsAndPeople(current!);
  expect(readTimes()).toBe(2);
});
