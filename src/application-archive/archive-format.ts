// For other programs: docs/archive.md.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SYSTEM_ACTOR_ID, UNKNOWN_ACTOR_ID } from '#domain/event.js';
import { isPersonId } from '#domain/stream-names.js';
import { APPLICATION_KEY_PATTERN } from '#specification/document/key-grammar.js';

export const MANIFEST = 'manifest.json';
export const EVENTS = 'events.jsonl';
export const PEOPLE = 'people.jsonl';
export const SPECIFICATIONS = 'specifications/versions.json';
export const toSpecificationPath = (version: number): string => `specifications/${version}.md`;
export const toFilePath = (sha256: string): string => `files/${sha256}`;

export const FORMAT = 'daybook-application';
export const FORMAT_VERSION = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

/** Nothing else is read from an archive. */
const path = z
  .string()
  .refine(
    (text) =>
      [EVENTS, PEOPLE, SPECIFICATIONS].includes(text) ||
      /^specifications\/[1-9]\d{0,8}\.md$/.test(text) ||
      /^files\/[0-9a-f]{64}$/.test(text),
  );

const ArchivedFile = z.object({ path, bytes: count, sha256 });

const Manifest = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.int(),
  application: z.object({
    key: z.string().regex(APPLICATION_KEY_PATTERN),
    name: z.string(),
    version: z.int().min(1),
  }),
  daybook: z.string().max(100),
  exportedAt: z.iso.datetime(),
  /** Position in the log of the installation it is from. */
  upTo: count,
  counts: z.object({ events: count, people: count, files: count, specifications: count }),
  /** SHA-256 of files that were missing in the installation itself. */
  missingFiles: z.array(sha256),
  files: z.array(ArchivedFile),
});

export type ArchiveManifest = z.infer<typeof Manifest>;
export type ArchivedFile = z.infer<typeof ArchivedFile>;

export const formatArchiveManifest = (manifest: ArchiveManifest): string =>
  `${JSON.stringify(manifest, null, 2)}\n`;

export const hashManifest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** undefined: it is no manifest. */
export function parseArchiveManifest(text: string): ArchiveManifest | undefined {
  const read = Manifest.safeParse(parseJson(text));
  return read.success ? read.data : undefined;
}

/** undefined: not JSON, or of another program. */
export function readFormatVersion(text: string): number | undefined {
  const read = z.object({ format: z.literal(FORMAT), formatVersion: z.int() }).safeParse(parseJson(text));
  return read.success ? read.data.formatVersion : undefined;
}

const Metadata = z.looseObject({
  actor: z.string(),
  recordedAt: z.iso.datetime(),
  commandId: z.string(),
  correlationId: z.string(),
  effectiveAt: z.iso.datetime().optional(),
});

const ArchivedEvent = z.strictObject({
  stream: z.string(),
  version: z.int().min(1),
  id: z.uuid(),
  /** With the number of its shape: `record.approval-given@2`. */
  type: z.string(),
  data: z.unknown(),
  metadata: Metadata,
  /** Folded value of a claim, where the name of its stream follows from it and from the installation. */
  unique: z.strictObject({ value: z.string(), keyed: z.boolean() }).optional(),
});

export type ArchivedEvent = z.infer<typeof ArchivedEvent>;

const PersonId = z
  .string()
  .refine((id) => isPersonId(id) && id !== SYSTEM_ACTOR_ID && id !== UNKNOWN_ACTOR_ID);

const ArchivedPerson = z.strictObject({
  id: PersonId,
  /** null: erased, or its key was missing. */
  name: z.string().nullable(),
  signInName: z.string().nullable(),
  erased: z.boolean(),
  /** Held in this application at that time; an import grants none of them. */
  roles: z.array(z.string()),
});

export type ArchivedPerson = z.infer<typeof ArchivedPerson>;

export const parseArchivedEvent = (line: string): ArchivedEvent | undefined => parseLine(ArchivedEvent, line);

export const parseArchivedPerson = (line: string): ArchivedPerson | undefined =>
  parseLine(ArchivedPerson, line);

function parseLine<T>(shape: z.ZodType<T>, line: string): T | undefined {
  const read = shape.safeParse(parseJson(line));
  return read.success ? read.data : undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
