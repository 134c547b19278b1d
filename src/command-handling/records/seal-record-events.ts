// What becomes of a record's decided events before they reach the log: files that came with the command get their owners, to be kept
// where the events say, and values of personal fields are sealed, each under its person's key.
import {
  type DecidedEvent,
  toFoldableEvent,
  toDescribedMember,
  type EventMember,
  type Visibility,
} from '#domain/event.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import { recordEventTypes, type RecordEvent, type NewRecordEvents } from '#domain/record/record-events.js';
import { Refused } from '#domain/refusal.js';
import {
  evolveRecord,
  getFieldValue,
  replaceFieldValues,
  type RecordState,
} from '#domain/record/record-state.js';
import type { RecordRef } from '#domain/stream-names.js';
import { PersonErased, type KeyOwner, type PersonalData } from '#event-store/personal-data/personal-data.js';
import { sealFilesOfOthers } from './seal-files.js';
import { sealSource } from './seal-source.js';
import type { Entity, Field } from '#specification/model/specification.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import { isErased, type Fields, type Value } from '#specification/model/stored-value.js';
import type { FieldChanges } from '#domain/record/approvals/approval-events.js';
import type { RecordCommand } from '#domain/record/record-commands.js';
import type { FileStore } from '#event-store/files/file-store.js';
import { toBlobKey } from '#event-store/files/stored-file.js';
import { listFilesWithLost, isLostFile, type FileRow } from '#specification/field-types/file.js';
import { UploadedFile } from '#specification/field-types/uploaded-file.js';

interface RecordOfEntity {
  readonly ref: RecordRef;
  readonly entity: Entity;
}

/** Those that were uploaded for this command. */
export function collectUploads({ data }: RecordCommand): readonly UploadedFile[] {
  if (!('input' in data)) return [];
  return Object.values(data.input).flatMap((sent) =>
    (Array.isArray(sent) ? (sent as readonly unknown[]) : [sent]).filter(
      (each) => each instanceof UploadedFile,
    ),
  );
}

/** An upload, the value under which its bytes are kept, and the key of the field that holds it. */
interface FileToKeep {
  readonly upload: string;
  readonly file: FileRow;
  readonly field: string;
}

export type KeepUploads = (files: FileStore) => Promise<void>;

/**
 * Files say whose they are, so that their bytes can be kept under that person's key. `keep`: throws `Refused` NO_SUCH_FILE where
 * somebody uploaded it too long ago, and `FileStoreFailure`.
 */
export function assignFileOwners(
  { ref, entity }: RecordOfEntity,
  before: RecordState,
  events: NewRecordEvents,
  uploads: readonly UploadedFile[],
): { readonly owned: NewRecordEvents; readonly keep: KeepUploads } {
  if (uploads.length === 0) return { owned: events, keep: async () => {} };
  const fields = new Map(entity.fields.filter(hasFiles).map((field) => [field.key, field]));
  const found: FileToKeep[] = [];
  let record = before;
  const owned = events.map((event) => {
    record = evolveRecord(record, toFoldableEvent(event, '', ''));
    return withFiles(event, { fields, record }, (field, value, after) =>
      listFilesWithLost(value).map((file) => {
        if (isLostFile(file)) return file;
        const upload = uploads.find((each) => isUploadOf(each, file));
        const whose =
          file.key === undefined || file.owner !== undefined
            ? file
            : { ...file, owner: nameOf(ownerOf(ref, field, after)) };
        // With the last approval the same file is proposed and written.
        const isFound = found.some((each) => each.upload === upload?.kept.upload);
        if (upload && !isFound) found.push({ upload: upload.kept.upload, file: whose, field: field.key });
        return whose;
      }),
    );
  });
  return { owned, keep: (files) => keepAll(files, ref, found) };
}

const isUploadOf = ({ sha256, kept }: UploadedFile, file: FileRow): boolean =>
  sha256 === file.sha256 && kept.key === file.key;

const nameOf = (owner: KeyOwner): string => (typeof owner === 'string' ? owner : owner.name);

/** The values that are written, of the fields that hold files. */
function withFiles(
  event: DecidedEvent<RecordEvent>,
  { fields, record }: { readonly fields: ReadonlyMap<string, Field>; readonly record: RecordState },
  change: (field: Field, value: Value, after: RecordState) => Value,
): DecidedEvent<RecordEvent> {
  const data: Record<string, unknown> = { ...event.data };
  const changed = (key: string, value: Value, after: RecordState): Value => {
    const field = fields.get(key);
    return field && Array.isArray(value) ? change(field, value, after) : value;
  };
  for (const { member, held, shown } of membersOf(event)) {
    if (shown === 'values')
      data[member] = eachOf(held as Fields, (key, value) => changed(key, value, record));
    if (!isOfChanges(shown)) continue;
    const after = withChanges(record, held as FieldChanges);
    data[member] = eachOf(held as FieldChanges, (key, { from, to }) => ({
      from,
      to: changed(key, to, after),
    }));
  }
  return { ...event, data } as DecidedEvent<RecordEvent>;
}

const isOfChanges = (shown: Visibility): boolean => shown === 'changes' || shown === 'proposed changes';

/** The record with these changes: those that are only proposed stand in no record. */
function withChanges(record: RecordState, changes: FieldChanges): RecordState {
  if (record.status === 'not opened') return record;
  const values = new Map(Object.entries(changes).map(([key, { to }]) => [key, to]));
  return { ...record, fields: replaceFieldValues(record.fields, values) };
}

/** `shown`: whether a member holds values of fields, changes of them, or something else. */
function membersOf(event: DecidedEvent<RecordEvent>) {
  const members: Readonly<Record<string, EventMember>> = recordEventTypes[event.type].members;
  return Object.entries(event.data).map(([member, held]) => ({
    member,
    held: held as unknown,
    shown: toDescribedMember(members[member]!).visibility,
  }));
}

const eachOf = <T>(members: Readonly<Record<string, T>>, change: (key: string, value: T) => T) =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(key, value)]));

async function keepAll(files: FileStore, ref: RecordRef, found: readonly FileToKeep[]): Promise<void> {
  for (const { upload, file, field } of found) {
    if (await files.commitUpload(upload, toBlobKey(ref.name, file))) continue;
    throw new Refused([createBuiltInReason('NO_SUCH_FILE', { fields: [field], with: { field } })]);
  }
}

type Seal = (field: Field, value: Value, owner: KeyOwner) => Promise<Value>;

/** What the values of one record are sealed with. */
interface RecordSealing {
  readonly seal: Seal;
  readonly ref: RecordRef;
  readonly personal: readonly Field[];
}

/** `before`: the record the events were decided on. Throws `Refused` ERASED where the person's key is destroyed. */
export async function sealRecordEvents(
  personalData: Pick<PersonalData, 'seal'>,
  { ref, entity }: RecordOfEntity,
  before: RecordState,
  events: readonly DecidedEvent<RecordEvent>[],
): Promise<readonly DecidedEvent<RecordEvent>[]> {
  const personal = entity.fields.filter((field) => field.personal !== undefined);
  if (personal.length === 0 && events.every(({ metadata: said }) => said?.source?.attributes === undefined))
    return events;
  const sealing = { seal: sealFor(personalData, ref), ref, personal };
  const sealed: DecidedEvent<RecordEvent>[] = [];
  let record = before;
  for (const event of events) {
    // Whose the values are is said by the record as it was for old ones, as it will be for new ones.
    const after = evolveRecord(record, toFoldableEvent(event, '', ''));
    const whole = await sealEvent(sealing, event, record, after);
    const owner = (field: Field) => ownerOf(ref, field, after);
    const said = event.metadata && (await sealSource({ personalData, personal, owner }, event.metadata));
    sealed.push(said ? { ...whole, metadata: said } : whole);
    record = after;
  }
  return sealed;
}

async function sealEvent(
  sealing: RecordSealing,
  event: DecidedEvent<RecordEvent>,
  before: RecordState,
  after: RecordState,
): Promise<DecidedEvent<RecordEvent>> {
  const data: Record<string, unknown> = { ...event.data };
  for (const { member, held, shown } of membersOf(event)) {
    if (shown === 'values') data[member] = await sealFields(sealing, held as Fields, after);
    if (isOfChanges(shown)) data[member] = await sealChanges(sealing, held as FieldChanges, before, after);
  }
  return { ...event, data } as DecidedEvent<RecordEvent>;
}

async function sealFields(
  { seal, ref, personal }: RecordSealing,
  fields: Fields,
  record: RecordState,
): Promise<Fields> {
  const there = personal.filter(({ key }) => Object.hasOwn(fields, key));
  const sealed = await Promise.all(
    there.map(
      async (field) =>
        [field.key, await seal(field, fields[field.key]!, ownerOf(ref, field, record))] as const,
    ),
  );
  return { ...fields, ...Object.fromEntries(sealed) };
}

async function sealChanges(
  { seal, ref, personal }: RecordSealing,
  changes: FieldChanges,
  before: RecordState,
  after: RecordState,
): Promise<FieldChanges> {
  const there = personal.filter(({ key }) => Object.hasOwn(changes, key));
  const changed = withChanges(after, changes);
  const sealed = await Promise.all(
    there.map(async (field) => {
      const { from, to } = changes[field.key]!;
      const ends = [
        seal(field, from, ownerOf(ref, field, before)),
        seal(field, to, ownerOf(ref, field, changed)),
      ] as const;
      const [sealedFrom, sealedTo] = await Promise.all(ends);
      return [field.key, { from: sealedFrom, to: sealedTo }] as const;
    }),
  );
  return { ...changes, ...Object.fromEntries(sealed) };
}

/** The person the field names; the record itself stands for somebody who is no user, and where nobody is named. */
function ownerOf(ref: RecordRef, field: Field, record: RecordState): KeyOwner {
  if (record.status === 'not opened' || field.personal === undefined || field.personal === 'record')
    return ref;
  const person = getFieldValue(record, field.personal);
  return typeof person === 'string' ? person : ref;
}

function sealFor(personalData: Pick<PersonalData, 'seal'>, ref: RecordRef): Seal {
  return async (field, value, owner) => {
    if (value === null || isErased(value)) return value;
    try {
      const whole = hasFiles(field) ? await sealFilesOfOthers(personalData, ref, value, owner) : value;
      // What the log holds in its place is no value of the domain: nobody but this file and the opening sees it.
      return (await personalData.seal(owner, whole)) as unknown as Value;
    } catch (error) {
      if (error instanceof PersonErased)
        throw new Refused([createBuiltInReason('ERASED', { fields: [field.key] })]);
      throw error;
    }
  };
}

/** What is personal in a record, sealed with the key of the record and in that with the key of the person: it is gone when either is. */
export function sealUnderRecordKey(
  personalData: PersonalData,
  record: RecordRef,
): Pick<PersonalData, 'seal'> {
  return {
    async seal(owner, value) {
      const own = await personalData.seal(record, value);
      return isOwnedBy(owner, record) ? own : personalData.seal(owner, own);
    },
  };
}

const isOwnedBy = (owner: Parameters<PersonalData['seal']>[0], record: RecordRef): boolean =>
  typeof owner !== 'string' && owner.equals(record);
