// Third step of `daybook import`: a case that fits becomes the command that takes it over.
import { ImportRecord } from '#domain/record/record-commands.js';
import { findPeopleInAttributes } from './people-in-attributes.js';
import { derivedRecordId } from './derived-ids.js';
import { toStoredAttributes } from './store-attributes.js';
import type { PeopleOfLog } from './people-of-log.js';
import type { LogCase } from './trace-to-case.js';
import type { ImportTarget } from './import-target.js';

/** `ordinal`: the how manieth case of this name the log has, from 1. `id`: where it is known by an id already. */
export function createImportCommand(
  one: LogCase,
  { ids, entity, published, log }: ImportTarget,
  { ordinal, people, id }: { readonly ordinal: number; readonly people: PeopleOfLog; readonly id?: string },
): ImportRecord {
  const application = published.specification.key;
  const record = id ?? ids.record(application, entity.key, one.name, ordinal);
  const fingerprints = Object.fromEntries(
    one.taken.map((attribute) => [attribute.key, ids.fingerprint([attribute])]),
  );
  const history = [JSON.stringify(fingerprints), ...one.steps.map(({ source }) => source.fingerprint)];
  const first = one.steps[0]!;
  return new ImportRecord({
    application,
    entity: entity.key,
    id: record,
    context: { actor: 'system', commandId: ids.command(record, history) },
    input: one.input,
    openedBy: first.actor,
    openedAt: first.at,
    log,
    source: {
      line: one.line,
      fingerprints,
      ...(first.source.at !== undefined && { at: first.source.at }),
      ...(first.source.timeZone !== undefined && { timeZone: first.source.timeZone }),
      ...(one.kept.length > 0 && {
        attributes: toStoredAttributes(one.kept),
        about: findPeopleInAttributes(one.kept, people),
      }),
    },
    steps: one.steps,
  });
}

/** The id that versions before gave a case: it is looked for, so that what they imported is not taken for something new. */
export function formerId({ name, steps }: LogCase, { published, entity }: ImportTarget): string {
  return derivedRecordId(steps[0]!.at, 'import', published.specification.key, entity.key, name);
}
