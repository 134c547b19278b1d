import { isUtf8 } from 'node:buffer';
import { raw, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { formatParameter, createPhrase } from '#specification/refusal-words/phrases.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { languageOfBrowser } from '../language.js';
import type { RequestInput } from './request-input.js';
import { EXPORT_CHECK_PATH } from '#views/addresses.js';
import { RECEIVE_PATH } from '../addresses/system-addresses.js';
import { MAX_BODY_MEMBERS, parseJson, createTooManyMembersRefusal } from './json-body.js';
import { toClientNetwork } from '#platform/to-client-network.js';

/** Input name → text; the last value of a repeated name wins. */
export type Form = Readonly<Record<string, string>>;

const MB = 1024 * 1024;
const MAX_BYTES = MB;
const MAX_PARAMETERS = 20_000;
const FORM = 'application/x-www-form-urlencoded';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- declares members of Express's request
  namespace Express {
    interface Request {
      /** For signature verification. */
      rawBody?: string;
    }
  }
}

/** Bounded by declared size before reading, as the sender is unauthenticated. */
export function createBodyReader(limits: BodyLimits = BODY_LIMITS): RequestHandler {
  const read = raw({ type: () => true, limit: MAX_BYTES });
  const underWay = new ConcurrentBodyLimit(limits);
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    // Files are read after authorization.
    if (isMultipart(request) || isUpload(request)) return next();
    const end = underWay.take(toClientNetwork(request.ip ?? ''), mayWeigh(request));
    if (!end) return refuseBody(request, response, next);
    const late = setTimeout(() => tooSlow(response, limits.within), limits.within).unref();
    const isHere = () => {
      clearTimeout(late);
      end();
    };
    response.once('close', isHere);
    read(request, response, (error?: unknown) => {
      isHere();
      if (response.writableEnded) return;
      if (error !== undefined) return next(error);
      understood(request).then((body) => {
        request.body = body;
        next();
      }, next);
    });
  };
}

interface BodyLimits {
  /** Concurrent bytes per network and in total. */
  readonly ofOne: number;
  readonly ofAll: number;
  /** Milliseconds for the whole body. */
  readonly within: number;
}

/** Dozens of the largest forms from one office. */
const BODY_LIMITS: BodyLimits = { ofOne: 16 * MB, ofAll: 128 * MB, within: 60_000 };

/** Bounds the memory that slow, unauthenticated uploads can hold. */
export class ConcurrentBodyLimit {
  private readonly byNetwork = new Map<string, number>();
  private all = 0;

  constructor(private readonly limits: Pick<BodyLimits, 'ofOne' | 'ofAll'>) {}

  /** Returns the release function; undefined: limit reached. */
  take(network: string, bytes: number): (() => void) | undefined {
    const { ofOne, ofAll } = this.limits;
    const own = this.byNetwork.get(network) ?? 0;
    if (own + bytes > ofOne || this.all + bytes > ofAll) return undefined;
    this.count(network, bytes);
    let here = false;
    return () => {
      if (!here) this.count(network, -bytes);
      here = true;
    };
  }

  private count(network: string, bytes: number): void {
    this.all += bytes;
    const own = (this.byNetwork.get(network) ?? 0) + bytes;
    if (own > 0) this.byNetwork.set(network, own);
    else this.byNetwork.delete(network);
  }
}

export const isMultipart = ({ headers }: Pick<Request, 'headers'>): boolean =>
  /^\s*multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');

/** Routes match with a slash at the end, too. */
const isUpload = ({ path }: Request): boolean =>
  path.replace(/\/$/, '') === `/api${EXPORT_CHECK_PATH}` || /^\/api\/[^/]+\/[^/]+\/files\/?$/.test(path);

/** Also the limit after decompression. */
function mayWeigh({ headers }: Request): number {
  const length = headers['content-length'];
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : MAX_BYTES;
  return headers['content-encoding'] === undefined ? Math.min(Number(length), MAX_BYTES) : MAX_BYTES;
}

const SOON = 5;

/** The unread body makes the connection unusable. */
function refuseBody(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Connection', 'close');
  response.setHeader('Retry-After', SOON);
  next(createBuiltInRefusal('TOO_MANY_REQUESTS', { seconds: SOON }));
}

/** Plain text: a browser that is still sending shows no page. */
function tooSlow(response: Response, within: number): void {
  response.setHeader('Connection', 'close');
  response.status(408).type('text/plain');
  const words = createPhrase('late.body', { seconds: within / 1000 });
  response.end(formatParameter(words, languageOfBrowser(response.req)), () => response.req.destroy());
}

async function understood(request: Request): Promise<unknown> {
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.no-utf-8') });
  if (request.path.startsWith(`${RECEIVE_PATH}/`)) request.rawBody = bytes.toString('utf8');
  const contentType = request.headers['content-type'] ?? '';
  if (!isDeclaredUtf8(contentType))
    throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.other-encoding') });
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (type === FORM) return parseUrlEncodedForm(bytes.toString('utf8'));
  if (type === 'application/json' || type.endsWith('+json')) return parseJson(bytes.toString('utf8'));
  throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.no-form-or-json') });
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/** Other encodings may be valid UTF-8 by chance. */
const isDeclaredUtf8 = (contentType: string): boolean =>
  ['utf-8', 'utf8', 'us-ascii'].includes((CHARSET.exec(contentType)?.[1] ?? 'utf-8').toLowerCase());

/** Throws `Refused` for broken encodings and too many parameters. */
export function parseUrlEncodedForm(text: string): Form {
  const form = Object.create(null) as Record<string, string>;
  const beside = new SiblingCounter();
  const pairs = text.split('&', MAX_PARAMETERS + 1);
  if (pairs.length > MAX_PARAMETERS)
    throw createBuiltInRefusal('TOO_LARGE_REQUEST', {
      max: createPhrase('max.inputs', { count: MAX_PARAMETERS }),
    });
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    beside.add(name);
    form[name] = equals < 0 ? '' : decoded(pair.slice(equals + 1));
  }
  return form;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.bad-character') });
  }
}

/** Counts fields, rows per table and cells per row. */
class SiblingCounter {
  private readonly names = new Set<string>();
  private readonly counts = new Map<string, number>();

  /** `lines.0.price` is a table cell. Throws `Refused`. */
  add(name: string): void {
    const [field = '', row, ...cell] = name.split('.');
    this.count('', field);
    if (row !== undefined) this.count(field, `${field}.${row}`);
    if (cell.length > 0) this.count(`${field}.${row}`, name);
  }

  private count(above: string, name: string): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    const count = (this.counts.get(above) ?? 0) + 1;
    this.counts.set(above, count);
    if (count > MAX_BODY_MEMBERS) throw createTooManyMembersRefusal();
  }
}

/** Throws `Refused` for too many texts. */
export class FormTexts {
  readonly form = Object.create(null) as Record<string, string>;
  private readonly beside = new SiblingCounter();
  private left = MAX_BYTES;

  add(name: string, value: string): void {
    this.left -= name.length + value.length;
    if (this.left < 0) throw createBuiltInRefusal('TOO_LARGE_REQUEST', { max: createPhrase('max.text') });
    this.beside.add(name);
    this.form[name] = value;
  }
}

/** Throws `Refused` for JSON. */
export const readForm = ({ body }: Pick<RequestInput, 'body'>): Form => readFormBody(body);

/** Throws `Refused` for JSON. */
export function readFormBody(body: unknown): Form {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Object.getPrototypeOf(body) !== null)
    throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.form-expected') });
  return body as Form;
}

/** '' if missing; normalizes CR LF. */
export const readTextInput = (form: Form, name: string): string =>
  (form[name] ?? '').replaceAll('\r\n', '\n');
