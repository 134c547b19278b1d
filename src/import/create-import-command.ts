import { ImportRecord } from '#domain/record/record-commands.js';
import { findPeopleInAttributes } from './find-people-in-attributes.js';
import { deriveRecordId } from './derived-ids.js';
import { toStoredAttributes } from './stored-attributes.js';
import type { PeopleOfLog } from './people-of-log.js';
import type { LogCase } from './trace-to-case.js';
import type { ImportContext } from './import-context.js';

/** `ordinal`: from 1, among cases of this name. `id`: an existing record. */
export function createImportCommand(
  one: LogCase,
  { ids, entity, published, log }: ImportContext,
  { ordinal, people, id }: { readonly ordinal: number; readonly people: PeopleOfLog; readonly id?: string },
): ImportRecord {
  const application = published.specification.key;
  const record = id ?? ids.deriveRecordId(application, entity.key, one.name, ordinal);
  const fingerprints = Object.fromEntries(
    one.imported.map((attribute) => [attribute.key, ids.computeFingerprint([attribute])]),
  );
  const history = [JSON.stringify(fingerprints), ...one.steps.map(({ source }) => source.fingerprint)];
  const first = one.steps[0]!;
  return new ImportRecord({
    application,
    entity: entity.key,
    id: record,
    context: { actor: 'system', commandId: ids.deriveCommandId(record, history) },
    input: one.input,
    openedBy: first.actor,
    openedAt: first.at,
    log,
    source: {
      line: one.line,
      fingerprints,
      ...(first.source.at !== undefined && { at: first.source.at }),
      ...(first.source.timeZone !== undefined && { timeZone: first.source.timeZone }),
      ...(one.unmapped.length > 0 && {
        attributes: toStoredAttributes(one.unmapped),
        about: findPeopleInAttributes(one.unmapped, people),
      }),
    },
    steps: one.steps,
  });
}

export function deriveFormerRecordId({ name, steps }: LogCase, { published, entity }: ImportContext): string {
  return deriveRecordId(steps[0]!.at, 'import', published.specification.key, entity.key, name);
}
