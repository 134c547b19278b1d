import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { FILES, PERSONAL_DATA } from '#ports/storage-tokens.js';
import type { FileStore } from '#event-store/files/file-store.js';
import { cleanFileName } from '#event-store/files/clean-file-name.js';
import { FileTooLarge, receiveFile } from '#event-store/files/receive-file.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { AdapterError } from '#platform/adapter-error.js';
import { getMaxFileSize, parseUploadedFile } from '#specification/field-types/file.js';
import { RefusedFile, UploadedFile } from '#specification/field-types/uploaded-file.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import type { Entity, Field, Specification } from '#specification/model/specification.js';
import { formatFileSize } from '#specification/values/format-file-size.js';
import type { RecordInput } from '#domain/record/record-commands.js';

/** Sealed under the uploader's key, so that references cannot be shared or forged. */
const Reference = z.strictObject({
  upload: z.string(),
  field: z.string(),
  sha256: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  endings: z.array(z.string()),
  key: z.string().optional(),
});

interface IncomingFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

interface UploadTarget {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly viewer: { readonly id: string };
}

const MAX_REFERENCES = 200;

@Injectable()
export class Uploads {
  constructor(
    @Inject(FILES) private readonly files: FileStore,
    @Inject(PERSONAL_DATA) private readonly personal: PersonalData,
  ) {}

  /** Stores only files that the field accepts. Throws source errors and `FileStoreFailure`. */
  async receiveUpload(
    target: UploadTarget,
    field: Field,
    { name: given, bytes }: IncomingFile,
  ): Promise<UploadedFile | RefusedFile> {
    const { limits } = target.specification;
    const name = cleanFileName(given);
    const max = getMaxFileSize(field, limits);
    try {
      const received = await receiveFile(this.files, bytes, {
        name,
        max,
        personal: field.personal !== undefined,
      });
      const { extensions, upload, key, sha256, type, size } = received;
      const where = pathOf(target, field);
      const content = {
        upload,
        field: where,
        sha256,
        name,
        type,
        size,
        endings: [...extensions],
        ...(key && { key }),
      };
      const { sealed } = await this.personal.seal(target.viewer.id, content);
      const file = toUploadedFile(content, sealed.box);
      const read = parseUploadedFile(field, file, limits);
      if (!('wrong' in read)) return file;
      await this.files.discardUpload(upload);
      return new RefusedFile(name, read.wrong);
    } catch (error) {
      if (!(error instanceof FileTooLarge)) throw error;
      return new RefusedFile(name, { code: 'FILE_TOO_LARGE', with: { name, max: formatFileSize(max) } });
    }
  }

  /** The decision refuses other input. */
  async resolveUploadReferences(
    target: UploadTarget,
    input: RecordInput,
    notTaken: ReadonlyMap<string, RefusedFile> = new Map(),
  ): Promise<RecordInput> {
    const found = await Promise.all(
      target.entity.fields
        .filter((field) => hasFiles(field) && Object.hasOwn(input, field.key))
        .map(
          async (field) =>
            [
              field.key,
              await eachOf(
                input[field.key],
                async (one) => notTaken.get(one) ?? this.named(target, field, one),
              ),
            ] as const,
        ),
    );
    if (found.length === 0) return input;
    return Object.assign(Object.create(null) as Record<string, unknown>, input, Object.fromEntries(found));
  }

  private async named(target: UploadTarget, field: Field, reference: string): Promise<UploadedFile | string> {
    if (!/^[\w-]{100,4000}$/.test(reference)) return reference;
    const read = Reference.safeParse(await this.open(target.viewer.id, reference));
    if (!read.success || read.data.field !== pathOf(target, field)) return reference;
    return toUploadedFile(read.data, reference);
  }

  private async open(person: string, box: string): Promise<unknown> {
    try {
      return await this.personal.open<unknown>({ sealed: { person, box } });
    } catch (error) {
      if (error instanceof AdapterError && error.kind === 'keys missing') return undefined;
      throw error;
    }
  }
}

async function eachOf(sent: unknown, named: (text: string) => Promise<unknown>): Promise<unknown> {
  if (!Array.isArray(sent)) return typeof sent === 'string' ? named(sent) : sent;
  const each = (sent as readonly unknown[]).slice(0, MAX_REFERENCES);
  return Promise.all(each.map((one) => (typeof one === 'string' ? named(one) : one)));
}

const pathOf = ({ specification, entity }: UploadTarget, field: Field): string =>
  `${specification.key}.${entity.key}.${field.key}`;

function toUploadedFile(content: z.infer<typeof Reference>, reference: string): UploadedFile {
  const { sha256, name, type, size, ...stored } = content;
  return new UploadedFile(sha256, name, type, size, { ...stored, reference });
}
