import { createCountedPhrase } from '#specification/refusal-words/phrases.js';
import {
  MAX_FILES,
  listFilesIncludingUnreadable,
  listFiles,
  isUnreadableFile,
  parseUploadedFile,
  formatFileReference,
  type FileRow,
  type UnreadableFile,
} from '#specification/field-types/file.js';
import type { InvalidValue } from '#specification/field-types/parse-result.js';
import { RefusedFile, UploadedFile } from '#specification/field-types/uploaded-file.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { Field, Limits } from '#specification/model/specification.js';
import type { Value } from '#specification/model/stored-value.js';

export interface ParsedFiles {
  readonly files: readonly (FileRow | UnreadableFile)[] | null;
  readonly wrong: readonly InvalidValue[];
}

/** A hash matches only files in `held`, so that it does not reveal files of other records. */
export function readFileValues(
  field: Field,
  raw: unknown,
  { held, limits }: { readonly held: Value; readonly limits: Limits },
): ParsedFiles {
  const sent = (Array.isArray(raw) ? (raw as readonly unknown[]) : [raw]).filter(
    (each) => each !== null && each !== undefined && each !== '',
  );
  const wrong: InvalidValue[] = [];
  const files = new Map<string, FileRow>();
  const several = getFieldType(field).isSeveral === true;
  for (const each of preferUploads(sent, several)) {
    const read = readFileValue(field, each, listFiles(held), limits);
    if ('wrong' in read) wrong.push(read.wrong);
    else addFile(files, read.value);
  }
  const max = several ? MAX_FILES : 1;
  if (files.size > max)
    wrong.push({ code: 'TOO_MANY_FILES', with: { max: createCountedPhrase('files', max) } });
  const all = keepErasedFiles(held, files);
  return { files: all.length === 0 ? null : all, wrong };
}

const formatFileKey = ({ sha256, name }: FileRow): string => `${sha256}/${name}`;

function addFile(files: Map<string, FileRow>, file: FileRow): void {
  if (files.has(formatFileKey(file))) return;
  const same = [...files.values()].find(({ sha256 }) => sha256 === file.sha256);
  files.set(formatFileKey(file), same ? { ...same, name: file.name, type: file.type } : file);
}

/** The form lacks files erased with their owner. */
function keepErasedFiles(
  held: Value,
  files: ReadonlyMap<string, FileRow>,
): readonly (FileRow | UnreadableFile)[] {
  const before = listFilesIncludingUnreadable(held);
  if (!before.some(isUnreadableFile)) return [...files.values()];
  const stay = before.filter((each) => isUnreadableFile(each) || files.has(formatFileKey(each)));
  return [...stay, ...[...files.values()].filter((each) => !stay.includes(each))];
}

function preferUploads(sent: readonly unknown[], several: boolean): readonly unknown[] {
  const uploaded = sent.filter((each) => each instanceof UploadedFile || each instanceof RefusedFile);
  return several || uploaded.length !== 1 ? sent : uploaded;
}

function readFileValue(field: Field, raw: unknown, held: readonly FileRow[], limits: Limits) {
  if (raw instanceof RefusedFile) return { wrong: raw.wrong };
  if (raw instanceof UploadedFile) return parseUploadedFile(field, raw, limits);
  const found = held.find((file) => isNamedBy(raw, file, held));
  return found ? { value: found } : { wrong: { code: 'NO_SUCH_FILE', with: {} } as const };
}

/** Programs send the object from the API or the hash. */
function isNamedBy(raw: unknown, file: FileRow, held: readonly FileRow[]): boolean {
  if (typeof raw !== 'object' || raw === null)
    return raw === formatFileReference(held, file) || raw === formatFileKey(file);
  const { sha256, name = file.name } = raw as { readonly sha256?: unknown; readonly name?: unknown };
  return sha256 === file.sha256 && name === file.name;
}
