// Files that a command brings along: whose they are is written into their values, and their bytes are kept where these say.
import { type Decided, foldableEvent } from '#domain/event.js';
import { describedMember, type EventMember } from '#domain/event-type.js';
import { builtInReason } from '#domain/reason.js';
import { recordEventTypes, type RecordEvent, type NewRecordEvents } from '#domain/record/record-events.js';
import type { RecordCommand } from '#domain/record/record-commands.js';
import { evolve, type RecordState } from '#domain/record/record-state.js';
import { Refused } from '#domain/refusal.js';
import type { RecordRef } from '#domain/streams.js';
import type { FileStore } from '#event-store/files/file-store.js';
import { fileLocation } from '#event-store/files/kept-file.js';
import type { KeyOwner } from '#event-store/personal-data/personal-data.js';
import { allFilesIn, isLost, type FileRow } from '#specification/field-types/file.js';
import { UploadedFile } from '#specification/field-types/uploaded-file.js';
import { hasFiles } from '#specification/field-types/type-of.js';
import type { Entity, Field } from '#specification/specification.js';
import type { Fields, Value } from '#specification/value.js';
import { ownerOf } from './seal-record-events.js';
import type { Changes } from '#domain/record/approval-events.js';

interface RecordOfEntity {
  readonly ref: RecordRef;
  readonly entity: Entity;
}

interface ToKeep {
  readonly upload: string;
  readonly file: FileRow;
  readonly field: string;
}

/** Those that were uploaded for this command. */
export function uploadsIn({ data }: RecordCommand): readonly UploadedFile[] {
  if (!('input' in data)) return [];
  return Object.values(data.input).flatMap((sent) =>
    (Array.isArray(sent) ? (sent as readonly unknown[]) : [sent]).filter(
      (each) => each instanceof UploadedFile,
    ),
  );
}

/** `keep`: throws `Refused` NO_SUCH_FILE where somebody uploaded it too long ago, and `FileStoreFailure`. */
export function withOwners(
  { ref, entity }: RecordOfEntity,
  before: RecordState,
  events: NewRecordEvents,
  uploads: readonly UploadedFile[],
): { readonly owned: NewRecordEvents; readonly keep: (files: FileStore) => Promise<void> } {
  if (uploads.length === 0) return { owned: events, keep: async () => {} };
  const fields = new Map(entity.fields.filter(hasFiles).map((field) => [field.key, field]));
  const found: ToKeep[] = [];
  let record = before;
  const owned = events.map((event) => {
    record = evolve(record, foldableEvent(event, '', ''));
    const after = record;
    return withFiles(event, fields, (field, value) =>
      allFilesIn(value).map((file) => {
        if (isLost(file)) return file;
        const upload = uploads.find((each) => isOf(each, file));
        const whose =
          file.key === undefined || file.owner !== undefined
            ? file
            : { ...file, owner: nameOf(ownerOf(ref, field, after)) };
        if (upload) found.push({ upload: upload.kept.upload, file: whose, field: field.key });
        return whose;
      }),
    );
  });
  return { owned, keep: (files) => keepAll(files, ref, found) };
}

const isOf = ({ sha256, kept }: UploadedFile, file: FileRow): boolean =>
  sha256 === file.sha256 && kept.key === file.key;

const nameOf = (owner: KeyOwner): string => (typeof owner === 'string' ? owner : owner.name);

/** The values that are written, of the fields that hold files. */
function withFiles(
  event: Decided<RecordEvent>,
  fields: ReadonlyMap<string, Field>,
  change: (field: Field, value: Value) => Value,
): Decided<RecordEvent> {
  const members: Readonly<Record<string, EventMember>> = recordEventTypes[event.type].members;
  const data: Record<string, unknown> = { ...event.data };
  const changed = (key: string, value: Value): Value => {
    const field = fields.get(key);
    return field && Array.isArray(value) ? change(field, value) : value;
  };
  for (const [member, held] of Object.entries(event.data)) {
    const { shown } = describedMember(members[member]!);
    if (shown === 'values') data[member] = eachOf(held as Fields, changed);
    if (shown === 'changes')
      data[member] = eachOf(held as Changes, (key, { from, to }) => ({ from, to: changed(key, to) }));
  }
  return { ...event, data } as Decided<RecordEvent>;
}

const eachOf = <T>(members: Readonly<Record<string, T>>, change: (key: string, value: T) => T) =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(key, value)]));

async function keepAll(files: FileStore, ref: RecordRef, found: readonly ToKeep[]): Promise<void> {
  for (const { upload, file, field } of found) {
    if (await files.keep(upload, fileLocation(ref.name, file))) continue;
    throw new Refused([builtInReason('NO_SUCH_FILE', { fields: [field], with: { field } })]);
  }
}
