// Metadata, never bytes; a single file is a list of one.
import { createPhrase } from '../refusal-words/phrases.js';
import type { Field } from '../model/specification.js';
import { isUnreadable, type Row, type Unreadable, type Value } from '../model/stored-value.js';
import { formatFileSize } from '../values/format-file-size.js';
import type { ToExpressionValue, FieldTypeDefinition } from './field-type.js';
import { acceptValue, rejectValue, rejectType, type ParseResult } from './parse-result.js';
import type { UploadedFile } from './uploaded-file.js';

/** `key` and `owner`: of personal files, sealed. */
export interface FileRow extends Row {
  readonly sha256: string;
  readonly name: string;
  /** From the bytes: `application/pdf`. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

/** A file whose person was erased, or whose key is missing. */
export type UnreadableFile = Unreadable & Row;

export const isUnreadableFile = (file: Row): file is UnreadableFile => isUnreadable(file);

export const listFilesIncludingUnreadable = (stored: unknown): readonly (FileRow | UnreadableFile)[] =>
  Array.isArray(stored) ? (stored as readonly (FileRow | UnreadableFile)[]) : [];

export const listFiles = (stored: unknown): readonly FileRow[] =>
  listFilesIncludingUnreadable(stored).filter((each): each is FileRow => !isUnreadableFile(each));

/** Hash, with the name if an earlier file has the same bytes. */
export const formatFileReference = (held: readonly FileRow[], file: FileRow): string =>
  held.find(({ sha256 }) => sha256 === file.sha256) === file ? file.sha256 : `${file.sha256}/${file.name}`;

/** A key would make copies readable after an erasure. */
export function omitFileSecrets<T>(json: T): T {
  if (typeof json !== 'object' || json === null || !holdsFile(json)) return json;
  const before = Object.entries(json);
  const after = before
    .filter(([key]) => !(SECRET.has(key) && isFile(json)))
    .map(([key, value]) => [key, omitFileSecrets(value as unknown)] as const);
  // Callers compare identity.
  if (after.length === before.length && after.every(([, value], index) => value === before[index]![1]))
    return json;
  return (Array.isArray(json) ? after.map(([, value]) => value) : Object.fromEntries(after)) as T;
}

const SECRET: ReadonlySet<string> = new Set(['key', 'owner']);
const isFile = (json: object): boolean =>
  ['sha256', 'name', 'type', 'size', 'key'].every((member) => Object.hasOwn(json, member));

const holdsFile = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && (isFile(json) || Object.values(json).some(holdsFile));

export const MAX_FILES = 50;

const SAME: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'jpg'],
  ['jpe', 'jpg'],
  ['tiff', 'tif'],
  ['htm', 'html'],
  ['mpeg', 'mpg'],
]);
const usual = (ending: string): string => SAME.get(ending) ?? ending;

/** Lower case, without the point. */
const getFileEnding = (name: string): string => /[^.]\.([^.\s]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Bytes. */
export const getMaxFileSize = (field: Pick<Field, 'max'>, limits: { readonly attachment: number }): number =>
  field.max ?? limits.attachment;

export function parseUploadedFile(
  field: Pick<Field, 'max' | 'accept'>,
  file: UploadedFile,
  limits: { readonly attachment: number },
): ParseResult<FileRow> {
  const { sha256, name, type, size } = file;
  const { endings, key } = file.stored;
  const max = getMaxFileSize(field, limits);
  if (size > max) return rejectValue('FILE_TOO_LARGE', { name, max: formatFileSize(max) });
  const ending = getFileEnding(name) || (endings[0] ?? '');
  const fits = endings.some((each) => usual(each) === usual(ending));
  const taken = field.accept.length === 0 || field.accept.some((each) => usual(each) === usual(ending));
  const is = endings[0] === undefined ? createPhrase('file.unknown-kind') : kindTitle(endings[0]);
  if (!fits && ending !== '') return rejectValue('FILE_ENDING', { name, ending, is });
  if (!taken) return rejectValue('FILE_TYPE', { name, is, accept: field.accept });
  return acceptValue({ sha256, name, type, size, ...(key !== undefined && { key }) });
}

const kindTitle = (ending: string): string => (ending === 'txt' ? 'text (txt)' : ending);

export const formatFileNames = (stored: Value | undefined): string =>
  listFiles(stored)
    .map(({ name }) => name)
    .join(', ');

const listFileNames = (stored: unknown): readonly string[] => listFiles(stored).map(({ name }) => name);
const onlyName: ToExpressionValue = (stored) => listFileNames(stored)[0];
const everyName: ToExpressionValue = (stored) =>
  stored === null || Array.isArray(stored) ? listFileNames(stored) : undefined;

const FILES: Omit<FieldTypeDefinition, 'name' | 'cel' | 'toCel'> = {
  holds: 'files',
  options: ['max', 'accept'],
  inBytes: true,
  known: () => undefined,
  read: () => rejectType(createPhrase('type.file'), createPhrase('example.file')),
  isSorted: false,
};

export const fileType: FieldTypeDefinition = {
  name: 'file',
  ...FILES,
  cel: () => 'string',
  toCel: () => onlyName,
};

export const filesType: FieldTypeDefinition = {
  name: 'files',
  ...FILES,
  isSeveral: true,
  cel: () => 'list<string>',
  toCel: () => (stored) => everyName(stored ?? null),
};
