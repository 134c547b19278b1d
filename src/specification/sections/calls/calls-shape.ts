import { z } from 'zod';
import { durationShape, expressionShape, nameShape, namesShape, wordsShape } from '../common-shapes.js';

const url = z
  .string()
  .meta({ description: 'An address, with `{constants.…}` or `{record.…}` in it where needed.' });
const body: z.ZodType = z.lazy(() =>
  z.union([expressionShape, z.null(), z.array(body), z.record(z.string(), body)]),
);

const outcome = z.strictObject({
  set: z.record(z.string(), expressionShape).optional(),
  action: z.string().optional(),
  error: z.string().optional(),
});

const secret = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/, 'a secret is named like the environment variable it comes from: `ERP_SECRET`');

const callShape = z.strictObject({
  title: wordsShape.optional().meta({ description: 'What is sent, as people call it: `Reminder`.' }),
  on: z
    .union([z.string(), z.strictObject({ entity: z.string(), action: z.string().optional() })])
    .optional()
    .meta({ description: '`{ entity: Request, action: approve }` or `Request.approve`.' }),
  when: expressionShape.optional(),
  get: url.optional(),
  post: url.optional(),
  put: url.optional(),
  patch: url.optional(),
  delete: url.optional(),
  headers: z.record(z.string(), wordsShape).optional(),
  body: body.optional(),
  secret: secret.optional(),
  retries: z
    .union([
      z.number().int().min(0).max(100),
      z.strictObject({ times: z.number().int().min(0).max(100), wait: durationShape.optional() }),
    ])
    .optional(),
  timeout: durationShape.optional(),
  then: outcome.optional(),
  otherwise: outcome.optional(),
  mail: z.strictObject({ to: namesShape, subject: wordsShape, text: wordsShape }).optional(),
});

const receiveShape = z.strictObject({
  on: z.string().meta({ description: 'The entity of the record.' }),
  find: expressionShape.meta({ description: 'Number or id of the record, such as `body.reference`.' }),
  verify: secret.meta({ description: 'The environment variable with the signing secret.' }),
  then: z.strictObject({
    set: z.record(z.string(), expressionShape).optional(),
    action: z.string().optional(),
  }),
});

export const callsSectionShape = z.strictObject({
  calls: z.record(nameShape, callShape).optional(),
  receive: z.record(nameShape, receiveShape).optional(),
});

export type CallDeclaration = z.infer<typeof callShape>;
export type IncomingCallDeclaration = z.infer<typeof receiveShape>;
