import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { RecordRef } from '#domain/stream-names.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { readStoredFile } from '#event-store/files/stored-file.js';
import { listFiles, type FileRow } from '#specification/field-types/file.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import { collectProposedValues } from '#domain/record/approvals/approval-events.js';
import type { RecordWithRounds } from '#domain/record/approvals/approval-round.js';
import { findRecordById } from './records-view.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ReadRecordFile, type FileOfRecord } from './read-record-file.js';

@QueryHandler(ReadRecordFile)
export class ReadRecordFileHandler implements IQueryHandler<ReadRecordFile> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({
    question,
    id,
    file: { field: key, sha256, name: called },
  }: ReadRecordFile): Promise<FileOfRecord> {
    const { visible, whole, question: running } = await findRecordById(this.sources, question, id);
    const field = running.entity.fields.find((each) => each.key === key && hasFiles(each));
    const held = field && !visible.hidden.has(field.key) ? filesOf(whole, field.key) : [];
    const same = held.filter((each) => each.sha256 === sha256);
    const file = called === undefined ? same[0] : same.find((each) => each.name === called);
    if (!file) throw new Refused([createBuiltInReason('NOT_FOUND')]);
    const { name } = RecordRef.of({
      application: running.published.specification.key,
      entity: running.entity.key,
      id,
    });
    const read: FileOfRecord['read'] = (range) => readStoredFile(this.sources.files, name, file, range);
    return { name: file.name, type: file.type, size: file.size, read };
  }
}

const filesOf = ({ fields, rounds = {} }: RecordWithRounds, key: string): readonly FileRow[] =>
  [
    fields[key],
    ...Object.values(rounds).map((round) => collectProposedValues(round).get(key)?.value),
  ].flatMap(listFiles);
