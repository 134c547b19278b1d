// Request bodies: forms and JSON, bounded, in UTF-8, and nothing in them that could pass for something else.
import { isUtf8 } from 'node:buffer';
import { raw, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { formatParameter, createPhrase } from '#specification/refusal-words/message-parameters.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { languageOfBrowser } from '../language.js';
import { RECEIVE } from '../addresses/system-addresses.js';
import { MAX_BESIDE, parseJson, tooManyBeside } from './json-body.js';
import { toNetwork } from '#platform/network.js';

/** A posted form: the name of an input → what was typed. Of a repeated name the last one counts. */
export type Form = Readonly<Record<string, string>>;

const MB = 1024 * 1024;
const MAX_BYTES = MB;
const MAX_PARAMETERS = 20_000;
const FORM = 'application/x-www-form-urlencoded';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- how Express is told of what stands on a request
  namespace Express {
    interface Request {
      /** As it came, where a signature is over it. */
      signedBody?: string;
    }
  }
}

/**
 * Reads the body into `request.body`: a `Form`, or the JSON value; undefined where there is none. What it may weigh is counted before the
 * first byte is read, since nobody knows yet who sends it.
 */
export function bodyReader(limits: BodyLimits = BODY_LIMITS): RequestHandler {
  const read = raw({ type: () => true, limit: MAX_BYTES });
  const underWay = new BodiesUnderWay(limits);
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    // Files are read where it is known what they are for, and by whom.
    if (isMultipart(request) || isUpload(request)) return next();
    const end = underWay.take(toNetwork(request.ip ?? ''), mayWeigh(request));
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
  /** Bytes that one network, and all together, may have on the way. */
  readonly ofOne: number;
  readonly ofAll: number;
  /** Milliseconds from the first byte to the last. */
  readonly within: number;
}

/** Dozens of the largest forms at once from one office. */
const BODY_LIMITS: BodyLimits = { ofOne: 16 * MB, ofAll: 128 * MB, within: 60_000 };

/** Bounds the memory that slow, unauthenticated uploads can hold. */
export class BodiesUnderWay {
  private readonly byNetwork = new Map<string, number>();
  private all = 0;

  constructor(private readonly limits: Pick<BodyLimits, 'ofOne' | 'ofAll'>) {}

  /** Counts so many bytes as on their way until the answer is called; undefined: there are too many already. */
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

/** Files among texts. */
export const isMultipart = ({ headers }: Pick<Request, 'headers'>): boolean =>
  /^\s*multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');

/** Whatever is sent there is a file. */
const isUpload = ({ path }: Request): boolean => /^\/api\/[^/]+\/[^/]+\/files$/.test(path);

/** More is not read. Packed ones are unpacked up to the same size. */
function mayWeigh({ headers }: Request): number {
  const length = headers['content-length'];
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : MAX_BYTES;
  return headers['content-encoding'] === undefined ? Math.min(Number(length), MAX_BYTES) : MAX_BYTES;
}

const SOON = 5;

/** Nothing of the body is read, so the connection is of no more use. */
function refuseBody(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Connection', 'close');
  response.setHeader('Retry-After', SOON);
  next(builtInRefusal('TOO_MANY_REQUESTS', { seconds: SOON }));
}

/** Answers 408 as plain text: a browser that is still sending shows no page. */
function tooSlow(response: Response, within: number): void {
  response.setHeader('Connection', 'close');
  response.status(408).type('text/plain');
  const words = createPhrase('late.body', { seconds: within / 1000 });
  response.end(formatParameter(words, languageOfBrowser(response.req)), () => response.req.destroy());
}

async function understood(request: Request): Promise<unknown> {
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.no-utf-8') });
  if (request.path.startsWith(`${RECEIVE}/`)) request.signedBody = bytes.toString('utf8');
  const said = request.headers['content-type'] ?? '';
  if (!isSaidToBeUtf8(said)) throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.other-encoding') });
  const type = said.split(';', 1)[0]!.trim().toLowerCase();
  if (type === FORM) return parseForm(bytes.toString('utf8'));
  if (type === 'application/json' || type.endsWith('+json')) return parseJson(bytes.toString('utf8'));
  throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.no-form-or-json') });
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/** Bytes of another encoding can be UTF-8 by chance, and be other letters then. */
const isSaidToBeUtf8 = (contentType: string): boolean =>
  ['utf-8', 'utf8', 'us-ascii'].includes((CHARSET.exec(contentType)?.[1] ?? 'utf-8').toLowerCase());

/** Throws `Refused` for broken encodings and for more parameters than any form has. */
export function parseForm(text: string): Form {
  const form = Object.create(null) as Record<string, string>;
  const beside = new SiblingCounter();
  const pairs = text.split('&', MAX_PARAMETERS + 1);
  if (pairs.length > MAX_PARAMETERS)
    throw builtInRefusal('TOO_LARGE_REQUEST', { max: createPhrase('max.inputs', { count: MAX_PARAMETERS }) });
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
    throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.bad-character') });
  }
}

/** Counts what stands beside each other in a form: fields, the rows of each table, and the cells of each row. */
class SiblingCounter {
  private readonly seen = new Set<string>();
  private readonly counts = new Map<string, number>();

  /** `lines.0.price` is a cell of a row of a table. Throws `Refused`. */
  add(name: string): void {
    const [field = '', row, ...cell] = name.split('.');
    this.count('', field);
    if (row !== undefined) this.count(field, `${field}.${row}`);
    if (cell.length > 0) this.count(`${field}.${row}`, name);
  }

  private count(above: string, name: string): void {
    if (this.seen.has(name)) return;
    this.seen.add(name);
    const count = (this.counts.get(above) ?? 0) + 1;
    this.counts.set(above, count);
    if (count > MAX_BESIDE) throw tooManyBeside();
  }
}

/** The texts of a form with files, as they come. Throws `Refused` where they are more than any form has. */
export class FormTexts {
  readonly form = Object.create(null) as Record<string, string>;
  private readonly beside = new SiblingCounter();
  private left = MAX_BYTES;

  add(name: string, value: string): void {
    this.left -= name.length + value.length;
    if (this.left < 0) throw builtInRefusal('TOO_LARGE_REQUEST', { max: createPhrase('max.text') });
    this.beside.add(name);
    this.form[name] = value;
  }
}

/** The posted form; an empty one where the body was empty. Throws `Refused` for JSON. */
export const readForm = (request: Request): Form => readFormBody(request.body);

/** The parsed body as a form. Throws `Refused` for JSON. */
export function readFormBody(body: unknown): Form {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Object.getPrototypeOf(body) !== null)
    throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.form-expected') });
  return body as Form;
}

/** What was typed; '' where the input is missing. Line breaks of browsers (CR LF) come as LF. */
export const textInput = (form: Form, name: string): string => (form[name] ?? '').replaceAll('\r\n', '\n');
