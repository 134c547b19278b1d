// Files of a field: those that were uploaded, and those it holds already, named by their hash.
import {
  MOST_FILES,
  allFilesIn,
  filesIn,
  isLost,
  readFile,
  type FileRow,
  type LostFile,
} from '#specification/field-types/file.js';
import type { InvalidValue } from '#specification/field-types/outcome.js';
import { RefusedFile, UploadedFile } from '#specification/field-types/uploaded-file.js';
import { typeOf } from '#specification/field-types/type-of.js';
import type { Field, Limits } from '#specification/specification.js';
import type { Value } from '#specification/value.js';

export interface ReadFiles {
  readonly files: readonly (FileRow | LostFile)[] | null;
  readonly wrong: readonly InvalidValue[];
}

/** `held`: what of it the person may see. A hash names nothing else: that somebody else's record has such a file is told to nobody. */
export function readFiles(
  field: Field,
  raw: unknown,
  { held, limits }: { readonly held: Value; readonly limits: Limits },
): ReadFiles {
  const sent = (Array.isArray(raw) ? (raw as readonly unknown[]) : [raw]).filter(
    (each) => each !== null && each !== undefined && each !== '',
  );
  const wrong: InvalidValue[] = [];
  const files = new Map<string, FileRow>();
  const several = typeOf(field).isSeveral === true;
  for (const each of onlyNew(sent, several)) {
    const read = readOne(field, each, filesIn(held), limits);
    if ('wrong' in read) wrong.push(read.wrong);
    // The same bytes twice are one file.
    else files.set(read.value.sha256, files.get(read.value.sha256) ?? read.value);
  }
  const max = several ? MOST_FILES : 1;
  if (files.size > max)
    wrong.push({ code: 'TOO_MANY_FILES', with: { max: max === 1 ? 'one file' : `${max} files` } });
  const all = withLost(held, files);
  return { files: all.length === 0 ? null : all, wrong };
}

/** A form has nothing to show of what was erased with somebody else: it stays where it was. */
function withLost(held: Value, files: ReadonlyMap<string, FileRow>): readonly (FileRow | LostFile)[] {
  const before = allFilesIn(held);
  if (!before.some(isLost)) return [...files.values()];
  const stay = before.filter((each) => isLost(each) || files.has(each.sha256));
  return [...stay, ...[...files.values()].filter((each) => !stay.includes(each))];
}

/** Of a field that holds one, an upload takes the place of what was there. */
function onlyNew(sent: readonly unknown[], several: boolean): readonly unknown[] {
  const uploaded = sent.filter((each) => each instanceof UploadedFile || each instanceof RefusedFile);
  return several || uploaded.length !== 1 ? sent : uploaded;
}

function readOne(field: Field, raw: unknown, held: readonly FileRow[], limits: Limits) {
  if (raw instanceof RefusedFile) return { wrong: raw.wrong };
  if (raw instanceof UploadedFile) return readFile(field, raw, limits);
  const hash = typeof raw === 'object' ? (raw as { readonly sha256?: unknown } | null)?.sha256 : raw;
  const found = held.find(({ sha256 }) => sha256 === hash);
  return found ? { value: found } : { wrong: { code: 'NO_SUCH_FILE', with: {} } as const };
}
