import type { ChosenFile, FormInput } from '#views/view-models/form.js';
import {
  listFiles,
  getMaxFileSize,
  formatFileReference,
  type FileRow,
} from '#specification/field-types/file.js';
import { UploadedFile } from '#specification/field-types/uploaded-file.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { Field, Limits } from '#specification/model/specification.js';
import type { Value } from '#specification/model/stored-value.js';
import { formatFileSize } from '#specification/values/format-file-size.js';

interface FilesFilling {
  readonly value: Value;
  readonly typed: unknown;
  readonly filling: { readonly limits: Limits; readonly uploadHref?: (field: string) => string };
}

export function presentFileInput(
  field: Field,
  { value, typed, filling }: FilesFilling,
): NonNullable<FormInput['files']> {
  const held = listFiles(value);
  return {
    chosen: typed === undefined ? held.map((file) => asHeld(held, file)) : chosenIn(typed, held),
    several: getFieldType(field).isSeveral === true,
    accept: field.accept.map((ending) => `.${ending}`),
    most: formatFileSize(getMaxFileSize(field, filling.limits)),
    upload: filling.uploadHref?.(field.key),
  };
}

/** Refused files are dropped; the error names them. */
function chosenIn(typed: unknown, held: readonly FileRow[]): readonly ChosenFile[] {
  const sent = Array.isArray(typed) ? (typed as readonly unknown[]) : [typed];
  return sent.flatMap((each) => {
    if (each instanceof UploadedFile)
      return [
        { reference: each.stored.reference, name: each.name, size: formatFileSize(each.size), isNew: true },
      ];
    return held.filter((file) => formatFileReference(held, file) === each).map((file) => asHeld(held, file));
  });
}

const asHeld = (held: readonly FileRow[], file: FileRow): ChosenFile => ({
  reference: formatFileReference(held, file),
  name: file.name,
  size: formatFileSize(file.size),
  isNew: false,
});
