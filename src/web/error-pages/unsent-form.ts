// Shows a refused form on the error page with its command id, so that resubmitting is idempotent.
import type { Request } from 'express';
import type { ErrorPage } from '#views/view-models/system.js';
import { ConcurrentBodyLimit, isMultipart, type Form } from '../http/request-body.js';
import type { RequestFailure } from '../errors/request-failure.js';
import { toLocalAddress } from '../addresses/local-address.js';
import { readMultipart } from '../http/multipart-form.js';

/** Metadata of forms and references to attached files. */
const NOT_TYPED = /^(_.*|commandId|seen|id|next|here|token|choose\..*|[^.]+\.\d+)$/;
const PASSWORD = /password/i;

type UnsentFiles = NonNullable<ErrorPage['again']>['files'];

/** undefined: no form was posted, or it was empty. */
export async function recoverUnsentForm(
  request: Request,
  failure: RequestFailure,
): Promise<ErrorPage['again']> {
  const { reasons } = failure;
  // The form was made by another site (CSRF): neither show nor resend it.
  if (request.method !== 'POST' || reasons[0]?.code === 'CROSS_SITE') return undefined;
  const files = await readTexts(request);
  const form: unknown = request.body;
  // Parsed forms have no prototype (request-body.ts); JSON clients keep their input themselves.
  if (typeof form !== 'object' || form === null || Object.getPrototypeOf(form) !== null) return undefined;
  const names = Object.keys(form);
  const passwords = names.filter((name) => PASSWORD.test(name));
  const inputs = Object.fromEntries(Object.entries(form as Form).filter(([name]) => !PASSWORD.test(name)));
  const typed = names.filter((name) => !PASSWORD.test(name) && !NOT_TYPED.test(name) && inputs[name] !== '');
  if (mayHelp(failure))
    return { action: toLocalAddress(request.originalUrl), inputs, typed, passwords, files };
  return typed.length > 0 ? { inputs: { ...inputs }, typed, passwords: [], files: [] } : undefined;
}

/** Signed-out people may sign in again in another window. */
const mayHelp = ({ kind, reasons }: RequestFailure): boolean =>
  ['fault', 'unavailable', 'too often'].includes(kind) || reasons[0]?.code === 'NOT_SIGNED_IN';

const MB = 1024 * 1024;
const LARGEST = 200 * MB;
const WITHIN = 60_000;
/** Memory budget of refused multipart forms. */
const underWay = new ConcurrentBodyLimit({ ofOne: 8 * MB, ofAll: 64 * MB });

/** Reads texts into the body and drops file bytes. Returns the file names. */
async function readTexts(request: Request): Promise<UnsentFiles> {
  const files: UnsentFiles[number][] = [];
  if (!isMultipart(request) || request.body !== undefined || request.readableEnded) return files;
  if (!(Number(request.headers['content-length']) <= LARGEST)) return files;
  const end = underWay.take(request.ip ?? '', MB);
  if (!end) return files;
  const late = setTimeout(() => request.destroy(), WITHIN).unref();
  try {
    await readMultipart(request, (input, { name }) => {
      files.push({ input, name });
      return undefined;
    });
  } catch {
    // Keep what was read; the page reports the first error.
  } finally {
    clearTimeout(late);
    end();
  }
  return files;
}
