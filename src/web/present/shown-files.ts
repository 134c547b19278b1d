// Files as pages show them: name and size, where their bytes are, and whether a page can show them.
import type { Shown, ShownFile } from '#views/view-models/shown.js';
import type { SeenRecord } from '#query-handling/seen.js';
import { filesIn, type FileRow } from '#specification/field-types/file.js';
import type { Specification } from '#specification/specification.js';
import { sizeInWords } from '#specification/values/size.js';
import { fileHref } from '../routes.js';
import { shows } from '../file-answers.js';

export const shownFile = ({ name, size }: FileRow): ShownFile => ({ name, size: sizeInWords(size) });

/** Of a record that is looked at: its files can be had. */
export function withAddresses(
  shown: Shown,
  { entity, id }: Pick<SeenRecord, 'entity' | 'id'>,
  { specification }: { readonly specification: Specification },
): Shown {
  if (!shown.files) return shown;
  const files = filesIn(shown.value).map((file) => {
    const how = shows(file.type);
    return {
      ...shownFile(file),
      href: fileHref(specification, { entity, id, field: shown.key, sha256: file.sha256 }),
      ...(how && { shows: how }),
    };
  });
  return { ...shown, files };
}
