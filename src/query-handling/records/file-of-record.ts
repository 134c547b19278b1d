// Query: the bytes of a file, as one person may have them.
import type { Readable } from 'node:stream';
import { RecordRef } from '#domain/stream-names.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import { readStoredFile } from '#event-store/files/stored-file.js';
import { listFiles, type FileRow } from '#specification/field-types/file.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import { collectProposedValues } from '#domain/record/approvals/approval-events.js';
import type { RecordInRounds } from '#domain/record/approvals/approval-round.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { type RecordsQuestion, findRecordById } from './records-view.js';

export interface FileOfRecord extends Pick<FileRow, 'name' | 'type' | 'size'> {
  /** As fast as they are taken. `end` is not part of it. */
  readonly read: (range?: { readonly start: number; readonly end: number }) => Promise<Readable>;
}

interface NamedFile {
  readonly field: string;
  readonly sha256: string;
  /** Where several have the same bytes. */
  readonly name?: string;
}

/**
 * What is hidden is not there: neither that there is a file, nor that it is another one, is told. Throws `Refused` as looking at the record
 * does, and NOT_FOUND where this person sees no such file in it.
 */
export async function readRecordFile(
  sources: QueryDependencies,
  question: RecordsQuestion,
  id: string,
  { field: key, sha256, name: called }: NamedFile,
): Promise<FileOfRecord> {
  const { seen, whole, question: running } = await findRecordById(sources, question, id);
  const field = running.entity.fields.find((each) => each.key === key && hasFiles(each));
  const held = field && !seen.hidden.has(field.key) ? filesOf(whole, field.key) : [];
  const same = held.filter((each) => each.sha256 === sha256);
  const file = called === undefined ? same[0] : same.find((each) => each.name === called);
  if (!file) throw new Refused([createBuiltInReason('NOT_FOUND')]);
  const { name } = RecordRef.of({
    application: running.published.specification.key,
    entity: running.entity.key,
    id,
  });
  const read: FileOfRecord['read'] = (range) => readStoredFile(sources.files, name, file, range);
  return { name: file.name, type: file.type, size: file.size, read };
}

/** Those of the record, and those that a round is to give it. */
const filesOf = ({ fields, rounds = {} }: RecordInRounds, key: string): readonly FileRow[] =>
  [
    fields[key],
    ...Object.values(rounds).map((round) => collectProposedValues(round).get(key)?.value),
  ].flatMap(listFiles);
