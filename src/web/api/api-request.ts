// Reads a request of the JSON API: which application, entity and record, which version, which command.
import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Published, Specifications } from '#command-handling/ports.js';
import type { Input } from '#domain/record/record-commands.js';
import type { SignedIn } from '#identity/signed-in.js';
import type { Entity, Specification } from '#specification/specification.js';
import { refused } from '../built-in.js';
import { enter } from '../entering.js';
import { isId } from '../routes.js';
import { whoAsks } from '../who-asks.js';

export interface ApiRequest {
  readonly published: Published;
  readonly specification: Specification;
  readonly entity: Entity;
  readonly viewer: SignedIn;
}

/** Throws `Refused` NOT_SIGNED_IN, or NOT_FOUND where there is no such application or entity. */
export async function apiRequest(request: Request, specifications: Specifications): Promise<ApiRequest> {
  const viewer = whoAsks(request);
  const { application, entity: key } = request.params as { application: string; entity: string };
  const published = await enter(specifications, application, viewer);
  const entities = published?.specification.entities ?? {};
  const entity = Object.hasOwn(entities, key) ? entities[key] : undefined;
  if (!published || !entity) throw refused('NOT_FOUND');
  return { published, specification: published.specification, entity, viewer };
}

/** Throws `Refused` NOT_FOUND for what cannot be an id. */
export function recordId(request: Request): string {
  const { id } = request.params as { id: string };
  if (!isId(id)) throw refused('NOT_FOUND');
  return id;
}

export const entityTag = (version: number): string => `"${version}"`;

/** The version in If-Match. Throws `Refused` VERSION_MISSING (428) where there is none. */
export function versionIn(request: Request): number {
  const match = /^(?:W\/)?"(\d{1,10})"$/.exec(request.headers['if-match']?.trim() ?? '');
  if (!match) throw refused('VERSION_MISSING');
  return Number(match[1]);
}

/** One key stands for one command of one person: another person's same key is another command. */
export function commandIdIn(request: Request): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length < 1 || key.length > 255)
    throw refused('BAD_REQUEST', { why: 'Idempotency-Key has to have 1 to 255 characters' });
  return uuidOf(`command ${whoAsks(request).id} ${key}`);
}

/** The same command id opens the same record. */
export const recordOf = (commandId: string): string => uuidOf(`record ${commandId}`);

/** A UUID in the layout of version 8 (RFC 9562). */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest();
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The JSON object in the body. Throws `Refused` for anything else, and for members this call does not know. */
export function bodyOf(request: Request, known: readonly string[]): Readonly<Record<string, unknown>> {
  const body: unknown = request.body ?? {};
  if (!isObject(body) || Object.getPrototypeOf(body) === null)
    throw refused('BAD_REQUEST', { why: 'a JSON object was expected' });
  const other = Object.keys(body).find((member) => !known.includes(member));
  if (other === undefined) return body;
  const why = `there is no “${other.slice(0, 60)}” here, only ${known.map((member) => `“${member}”`).join(', ')}`;
  throw refused('BAD_REQUEST', { why });
}

/** `fields` of the body, unread. */
export function fieldsOf({ fields = {} }: Readonly<Record<string, unknown>>): Input {
  if (!isObject(fields)) throw refused('BAD_REQUEST', { why: '“fields” has to be an object' });
  return fields;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
