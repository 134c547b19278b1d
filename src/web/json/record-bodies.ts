// Bodies of the JSON API: one schema per call, which requests are held against and the API's description is made from.
import { z } from 'zod';
import type { RecordInput } from '#domain/record/record-commands.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { isId } from '../addresses/page-addresses.js';
import type { SentSignature, WriteKind } from '../requests/record-submission.js';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (member: string) => z.string({ error: `“${member}” has to be text` });

const UUID = '“id” has to be a UUID';
const RECORD_ID = z.string({ error: UUID }).refine(isId, { error: UUID }).meta({ format: 'uuid' });

const PERSON = z.string({
  error: ({ input }) => (input === undefined ? '“to” is missing' : '“to” has to be text'),
});

export const SIGNATURE_BODY = z
  .strictObject(
    {
      name: text('signature.name'),
      password: text('signature.password').meta({ format: 'password', writeOnly: true }),
      shown: text('signature.shown').optional().meta({
        description:
          'SHA-256 of what was shown, as forms carry it; left out: what is signed is the version in If-Match.',
      }),
    },
    { error: '“signature” has to be an object with “name” and “password”' },
  )
  .meta({
    description: 'Where the action has to be signed: the sign-in name and the password of whoever asks.',
  });

const DEPUTY = text('for').optional().meta({
  description: 'Id of the person whose deputy asks, who approves for them. Nobody stands in unasked.',
});

/** `fields`: the schema of the fields; unchecked where the domain checks them. */
export type BodySchema = (fields: z.ZodType<RecordInput>) => z.ZodObject;

export const bodies = {
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
} as const satisfies Readonly<Record<WriteKind, BodySchema>>;

/** As they come: the domain reads them, and refuses with what the specification says. */
const UNREAD = z.custom<RecordInput>(isObject, { error: '“fields” has to be an object' });

const READ = {
  form: bodies.form(UNREAD),
  edit: bodies.edit(UNREAD),
  action: bodies.action(UNREAD),
  refuse: bodies.refuse(),
  takeBack: bodies.takeBack(),
  comment: bodies.comment(),
  assign: bodies.assign(),
};

/** What a call may be sent, members that a call does not have left out. */
export interface ReadBody {
  readonly fields?: RecordInput;
  readonly id?: string | null;
  readonly reason?: string;
  readonly text?: string;
  readonly for?: string;
  readonly signature?: SentSignature;
  readonly to?: string | null;
}

/** Throws `Refused` BAD_REQUEST for anything but an object, for members this call does not know, and for what they may not be. */
export const readWriteBody = (body: unknown, kind: WriteKind): ReadBody => readJson(body, READ[kind]);

/** The same of any call. */
export function readJson<Schema extends z.ZodObject>(body: unknown, schema: Schema): z.infer<Schema> {
  const sent = body ?? {};
  if (!isObject(sent) || Object.getPrototypeOf(sent) === null)
    throw builtInRefusal('BAD_REQUEST', { why: 'a JSON object was expected' });
  const known = Object.keys(schema.shape);
  const other = Object.keys(sent).find((member) => !known.includes(member));
  if (other !== undefined) {
    const why = `there is no “${other.slice(0, 60)}” here, only ${known.map((member) => `“${member}”`).join(', ')}`;
    throw builtInRefusal('BAD_REQUEST', { why });
  }
  const read = schema.safeParse(sent);
  if (read.success) return read.data;
  // Fields come first in the schemas, and are the last to be complained about.
  throw builtInRefusal('BAD_REQUEST', { why: read.error.issues.at(-1)!.message });
}
