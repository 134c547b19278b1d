import {
  type DecidedEvent,
  toFoldableEvent,
  toDescribedMember,
  type EventMember,
  type Visibility,
} from '#domain/event.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { recordEventTypes, type RecordEvent, type NewRecordEvents } from '#domain/record/record-events.js';
import { Refused } from '#domain/refusal.js';
import {
  evolveRecord,
  getFieldValue,
  replaceFieldValues,
  type RecordState,
} from '#domain/record/record-state.js';
import type { RecordRef } from '#domain/stream-names.js';
import {
  PersonErasedError,
  type KeyOwner,
  type PersonalData,
} from '#event-store/personal-data/personal-data.js';
import { sealFilesOfOthers } from './seal-files-of-others.js';
import { sealImportSource } from './seal-import-source.js';
import type { Entity, Field } from '#specification/model/specification.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import { isErased, type Fields, type Value } from '#specification/model/stored-value.js';
import type { FieldChanges } from '#domain/record/approvals/approval-events.js';
import type { RecordCommand } from '#domain/record/record-commands.js';
import type { FileStore } from '#event-store/files/file-store.js';
import { toBlobKey } from '#event-store/files/stored-file.js';
import {
  listFilesIncludingUnreadable,
  isUnreadableFile,
  type FileRow,
} from '#specification/field-types/file.js';
import { UploadedFile } from '#specification/field-types/uploaded-file.js';

interface RecordOfEntity {
  readonly ref: RecordRef;
  readonly entity: Entity;
}

export function collectUploads({ data }: RecordCommand): readonly UploadedFile[] {
  if (!('input' in data)) return [];
  return Object.values(data.input).flatMap((sent) =>
    (Array.isArray(sent) ? (sent as readonly unknown[]) : [sent]).filter(
      (each) => each instanceof UploadedFile,
    ),
  );
}

interface FileToKeep {
  readonly upload: string;
  readonly file: FileRow;
  readonly field: string;
}

export type UploadKeeper = (files: FileStore) => Promise<void>;

/**
 * Owners decide the key that seals the bytes. `keep` throws `FileStoreFailure`, and `Refused` NO_SUCH_FILE for expired
 * uploads.
 */
export function assignFileOwners(
  { ref, entity }: RecordOfEntity,
  before: RecordState,
  events: NewRecordEvents,
  uploads: readonly UploadedFile[],
): { readonly owned: NewRecordEvents; readonly keep: UploadKeeper } {
  if (uploads.length === 0) return { owned: events, keep: async () => {} };
  const fields = new Map(entity.fields.filter(hasFiles).map((field) => [field.key, field]));
  const found: FileToKeep[] = [];
  let record = before;
  const owned = events.map((event) => {
    record = evolveRecord(record, toFoldableEvent(event, '', ''));
    return withFiles(event, { fields, record }, (field, value, after) =>
      listFilesIncludingUnreadable(value).map((file) => {
        if (isUnreadableFile(file)) return file;
        const upload = uploads.find((each) => isUploadOf(each, file));
        const ownedFile =
          file.key === undefined || file.owner !== undefined
            ? file
            : { ...file, owner: nameOf(ownerOf(ref, field, after)) };
        const isFound = found.some((each) => each.upload === upload?.stored.upload);
        if (upload && !isFound)
          found.push({ upload: upload.stored.upload, file: ownedFile, field: field.key });
        return ownedFile;
      }),
    );
  });
  return { owned, keep: (files) => keepAll(files, ref, found) };
}

const isUploadOf = ({ sha256, stored }: UploadedFile, file: FileRow): boolean =>
  sha256 === file.sha256 && stored.key === file.key;

const nameOf = (owner: KeyOwner): string => (typeof owner === 'string' ? owner : owner.name);

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

function withChanges(record: RecordState, changes: FieldChanges): RecordState {
  if (record.status === 'not opened') return record;
  const values = new Map(Object.entries(changes).map(([key, { to }]) => [key, to]));
  return { ...record, fields: replaceFieldValues(record.fields, values) };
}

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

interface RecordSealing {
  readonly seal: Seal;
  readonly ref: RecordRef;
  readonly personal: readonly Field[];
}

/** `before`: the state decided on. Throws `Refused` ERASED. */
export async function sealRecordEvents(
  personalData: Pick<PersonalData, 'seal'>,
  { ref, entity }: RecordOfEntity,
  before: RecordState,
  events: readonly DecidedEvent<RecordEvent>[],
): Promise<readonly DecidedEvent<RecordEvent>[]> {
  const personal = entity.fields.filter((field) => field.personal !== undefined);
  if (personal.length === 0 && events.every(({ metadata }) => metadata?.source?.attributes === undefined))
    return events;
  const sealing = { seal: sealFor(personalData, ref), ref, personal };
  const sealed: DecidedEvent<RecordEvent>[] = [];
  let record = before;
  for (const event of events) {
    // The old state owns old values, the new state new ones.
    const after = evolveRecord(record, toFoldableEvent(event, '', ''));
    const whole = await sealEvent(sealing, event, record, after);
    const owner = (field: Field) => ownerOf(ref, field, after);
    const sealedMetadata =
      event.metadata && (await sealImportSource({ personalData, personal, owner }, event.metadata));
    sealed.push(sealedMetadata ? { ...whole, metadata: sealedMetadata } : whole);
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

/** The record for people without account. */
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
      // Only this file and the opening know sealed values.
      return (await personalData.seal(owner, whole)) as unknown as Value;
    } catch (error) {
      if (error instanceof PersonErasedError)
        throw new Refused([createBuiltInReason('ERASED', { fields: [field.key] })]);
      throw error;
    }
  };
}

/** Two layers: erasing either key erases the value. */
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
