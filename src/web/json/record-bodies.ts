// Validates requests and generates OpenAPI.
import { z } from 'zod';
import type { RecordInput } from '#domain/record/record-commands.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { isRecordId } from '#domain/stream-names.js';
import type { SentSignature, WriteKind } from '../requests/record-submission.js';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (member: string) => z.string({ error: `“${member}” has to be text` });

const UUID = '“id” has to be a UUID';
const RECORD_ID = z.string({ error: UUID }).refine(isRecordId, { error: UUID }).meta({ format: 'uuid' });

const PERSON = z.string({
  error: ({ input }) => (input === undefined ? '“to” is missing' : '“to” has to be text'),
});

export const SIGNATURE_BODY = z
  .strictObject(
    {
      name: text('signature.name'),
      password: text('signature.password').meta({ format: 'password', writeOnly: true }),
      code: text('signature.code').optional().meta({
        description: 'Of the second factor, where the caller has one: each code counts once.',
        writeOnly: true,
      }),
      shown: text('signature.shown').optional().meta({
        description:
          'SHA-256 of what was shown, as forms carry it; left out: what is signed is the version in If-Match.',
      }),
    },
    { error: '“signature” has to be an object with “name” and “password”' },
  )
  .meta({
    description: 'For actions that have to be signed: the caller’s sign-in name and password.',
  });

const DEPUTY = text('for').optional().meta({
  description:
    'Id of the person for whom the caller approves as a deputy. Without it the caller acts for themselves alone.',
});

/** `fields`: unchecked where the domain validates. */
export type CreateBodySchema = (fields: z.ZodType<RecordInput>) => z.ZodObject;

export const createBodySchemaByKind = {
  form: (fields) => z.strictObject({ fields: fields.optional(), id: RECORD_ID.nullish() }),
  edit: (fields) => z.strictObject({ fields: fields.optional() }),
  action: (fields) =>
    z.strictObject({
      fields: fields.optional(),
      reason: text('reason').optional(),
      for: DEPUTY,
      signature: SIGNATURE_BODY.optional(),
    }),
  refuse: () => z.strictObject({ reason: text('reason').optional(), for: DEPUTY }),
  takeBack: () => z.strictObject({}),
  comment: () => z.strictObject({ text: text('text').optional() }),
  assign: () => z.strictObject({ to: PERSON.nullable() }),
} as const satisfies Readonly<Record<WriteKind, CreateBodySchema>>;

/** The domain validates, with the specification's messages. */
const UNREAD = z.custom<RecordInput>(isObject, { error: '“fields” has to be an object' });

const READ = {
  form: createBodySchemaByKind.form(UNREAD),
  edit: createBodySchemaByKind.edit(UNREAD),
  action: createBodySchemaByKind.action(UNREAD),
  refuse: createBodySchemaByKind.refuse(),
  takeBack: createBodySchemaByKind.takeBack(),
  comment: createBodySchemaByKind.comment(),
  assign: createBodySchemaByKind.assign(),
};

/** All possible members; absent where a call lacks them. */
export interface RecordWriteBody {
  readonly fields?: RecordInput;
  readonly id?: string | null;
  readonly reason?: string;
  readonly text?: string;
  readonly for?: string;
  readonly signature?: SentSignature;
  readonly to?: string | null;
}

/** Throws `Refused` BAD_REQUEST. */
export const readRecordWriteBody = (body: unknown, kind: WriteKind): RecordWriteBody =>
  readJson(body, READ[kind]);

export function readJson<Schema extends z.ZodObject>(body: unknown, schema: Schema): z.infer<Schema> {
  const sent = body ?? {};
  if (!isObject(sent) || Object.getPrototypeOf(sent) === null)
    throw createBuiltInRefusal('BAD_REQUEST', { why: 'a JSON object was expected' });
  const known = Object.keys(schema.shape);
  const other = Object.keys(sent).find((member) => !known.includes(member));
  if (other !== undefined) {
    const why = `there is no “${other.slice(0, 60)}” here, only ${known.map((member) => `“${member}”`).join(', ')}`;
    throw createBuiltInRefusal('BAD_REQUEST', { why });
  }
  const read = schema.safeParse(sent);
  if (read.success) return read.data;
  // Report the last issue: fields come first in the schemas.
  throw createBuiltInRefusal('BAD_REQUEST', { why: read.error.issues.at(-1)!.message });
}
