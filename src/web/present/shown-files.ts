// Files as pages show them: name and size, where their bytes are, and whether a page can show them.
import type { DisplayValue, FileLink } from '#views/view-models/shown.js';
import type { VisibleRecord } from '#query-handling/visible.js';
import { allFilesIn, isLost, type FileRow, type LostFile } from '#specification/field-types/file.js';
import type { Value } from '#specification/value.js';
import type { Specification } from '#specification/specification.js';
import { sizeText } from '#specification/values/size.js';
import { fileHref } from '../routes.js';
import { shows } from '../file-answers.js';

/** `shown`: of one of which anything is known. */
export const shownFiles = (
  value: Value,
  shown: (file: FileRow) => FileLink = shownFile,
): readonly FileLink[] => allFilesIn(value).map((file) => (isLost(file) ? lost(file) : shown(file)));

const shownFile = ({ name, size }: FileRow): FileLink => ({ name, size: sizeText(size) });

const lost = (file: LostFile): FileLink => ({ name: '', size: '', lost: file });

/** Of a record that is looked at: its files can be had. */
export function withAddresses(
  shown: DisplayValue,
  { entity, id }: Pick<VisibleRecord, 'entity' | 'id'>,
  { specification }: { readonly specification: Specification },
): DisplayValue {
  if (!shown.files) return shown;
  const files = shownFiles(shown.value, (file) => {
    const how = shows(file.type);
    return {
      ...shownFile(file),
      href: fileHref(specification, { entity, id, field: shown.key, sha256: file.sha256 }),
      ...(how && { shows: how }),
    };
  });
  return { ...shown, files };
}
