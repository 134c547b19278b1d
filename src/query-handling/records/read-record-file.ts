import { Query } from '@nestjs/cqrs';
import type { Readable } from 'node:stream';
import { type FileRow } from '#specification/field-types/file.js';
import { type RecordsQuestion } from './records-view.js';

export interface FileOfRecord extends Pick<FileRow, 'name' | 'type' | 'size'> {
  /** With backpressure; `end` is exclusive. */
  readonly read: (range?: { readonly start: number; readonly end: number }) => Promise<Readable>;
}

interface NamedFile {
  readonly field: string;
  readonly sha256: string;
  /** Distinguishes files with equal bytes. */
  readonly name?: string;
}

/** Hidden files look missing. Throws `Refused`. */
export class ReadRecordFile extends Query<FileOfRecord> {
  constructor(
    readonly question: RecordsQuestion,
    readonly id: string,
    readonly file: NamedFile,
  ) {
    super();
  }
}
