// API calls about people and their tokens, for OpenAPI.
import { z } from 'zod';
import { PEOPLE_PATH, TOKENS_PATH } from '#views/addresses.js';
import { writtenSchema } from '../json/answer-schemas.js';
import { MAKE_TOKEN_BODY } from '../tokens/token-bodies.js';
import type { SystemOperation } from './system-operation.js';

const ID = z.string().meta({ format: 'uuid' });
const MOMENT = z.string().meta({ format: 'date-time' });
const NOTHING = z.object({});

const tokenSchema = z.object({
  id: z.string(),
  name: z.string().nullable().describe('Of the program; null: erased.'),
  access: z.enum(['read', 'write']),
  application: z.string().nullable().describe('The only one it opens; null: all that the person may open.'),
  administration: z.boolean(),
  issuedAt: MOMENT,
  until: MOMENT,
  lastUsedAt: MOMENT.nullable().describe('The first use on the day of the latest.'),
  works: z.boolean().describe('Neither revoked nor expired.'),
  revokedAt: MOMENT.nullable(),
});

const providerSchema = z.object({ issuer: z.string(), title: z.string() });

const personSchema = z.object({
  id: ID,
  name: z.string().nullable(),
  signInName: z.string().nullable(),
  roles: z.array(
    z.object({
      application: z.string().describe('`-` is the whole installation.'),
      role: z.string(),
      provider: providerSchema.nullable().describe('Whose groups gave it; null: given by hand.'),
    }),
  ),
  registeredAt: MOMENT,
  lastSignInAt: MOMENT.nullable(),
  lockedAt: MOMENT.nullable(),
  erasedAt: MOMENT.nullable(),
  fromLog: z.boolean().describe('Known from an imported log only.'),
});

const identitySchema = z.object({
  identity: z.string().describe('Its id here.'),
  provider: providerSchema,
  subject: z.string().nullable().describe('What the provider calls the person.'),
  groups: z.array(z.string()).nullable(),
  linkedAt: MOMENT,
  lastUsedAt: MOMENT.nullable(),
  isOnlyWayIn: z.boolean().describe('The person cannot sign in without it.'),
});

const get = (id: string, path: string, summary: string, answers: z.ZodType): SystemOperation => ({
  ...{ id, path, summary, answers },
  method: 'GET',
  status: 200,
});

const end = (id: string, path: string, summary: string, ids: readonly string[]): SystemOperation => ({
  ...{ id, path, summary, ids },
  method: 'POST',
  status: 200,
  body: NOTHING,
  answers: writtenSchema.extend({ id: z.string() }),
});

/** Refused to programs that use a token. */
export const TOKEN_CALLS: readonly SystemOperation[] = [
  get('tokens', `/api${TOKENS_PATH}`, 'List your API tokens', z.object({ items: z.array(tokenSchema) })),
  {
    id: 'tokens.make',
    path: `/api${TOKENS_PATH}`,
    method: 'POST',
    status: 201,
    summary: 'Make an API token',
    body: MAKE_TOKEN_BODY,
    answers: z.object({
      id: z.string(),
      token: z.string().describe('Shown this once.'),
      version: z.int(),
      already: z.boolean(),
    }),
  },
  end('tokens.revoke', `/api${TOKENS_PATH}/{token}/revoke`, 'Revoke an API token of yours', ['token']),
];

export const PEOPLE_CALLS: readonly SystemOperation[] = [
  {
    ...get(
      'people',
      `/api${PEOPLE_PATH}`,
      'List people',
      z.object({ items: z.array(personSchema), next: z.string().optional() }),
    ),
    filters: ['q', 'page'],
  },
  {
    ...get(
      'people.one',
      `/api${PEOPLE_PATH}/{id}`,
      'Read a person',
      personSchema.extend({ identities: z.array(identitySchema), tokens: z.array(tokenSchema) }),
    ),
    ids: ['id'],
  },
  end(
    'people.unlink-identity',
    `/api${PEOPLE_PATH}/{id}/identities/{identity}/unlink`,
    'Unlink an account at a provider',
    ['id', 'identity'],
  ),
  end('people.revoke-token', `/api${PEOPLE_PATH}/{id}/tokens/{token}/revoke`, 'Revoke an API token', [
    'id',
    'token',
  ]),
].map((call) => ({ ...call, forAdmins: true as const }));
