// A form that could not be taken, as the page that says so keeps it: nothing typed is lost, and sent again it is the same command.
import type { Request } from 'express';
import type { ErrorPage } from '#views/view-models/system.js';
import { BodiesUnderWay, isMultipart, type Form } from '../http/request-body.js';
import type { RequestFailure } from '../errors/request-failure.js';
import { localAddress } from '../addresses/local-address.js';
import { readMultipart } from '../http/multipart-form.js';

/** Inputs that are not typed: metadata of forms, and files already attached. */
const NOT_TYPED = /^(_.*|commandId|seen|id|next|here|token|choose\..*|[^.]+\.\d+)$/;
const PASSWORD = /password/i;

type KeptFiles = NonNullable<ErrorPage['again']>['files'];

/** undefined: no form was posted, or nothing was typed that could be lost. */
export async function recoverUnsentForm(
  request: Request,
  failure: RequestFailure,
): Promise<ErrorPage['again']> {
  const { reasons } = failure;
  // Another site wrote what its form holds: this page neither shows nor sends it.
  if (request.method !== 'POST' || reasons[0]?.code === 'CROSS_SITE') return undefined;
  const files = await readTexts(request);
  const form: unknown = request.body;
  // Forms have no prototype (see body.ts); JSON is of programs, which keep it themselves.
  if (typeof form !== 'object' || form === null || Object.getPrototypeOf(form) !== null) return undefined;
  const names = Object.keys(form);
  const passwords = names.filter((name) => PASSWORD.test(name));
  const inputs = Object.fromEntries(Object.entries(form as Form).filter(([name]) => !PASSWORD.test(name)));
  const typed = names.filter((name) => !PASSWORD.test(name) && !NOT_TYPED.test(name) && inputs[name] !== '');
  if (mayHelp(failure)) return { action: localAddress(request.originalUrl), inputs, typed, passwords, files };
  return typed.length > 0 ? { inputs: { ...inputs }, typed, passwords: [], files: [] } : undefined;
}

/** People who were signed out while they typed may sign in again in another window. */
const mayHelp = ({ kind, reasons }: RequestFailure): boolean =>
  ['fault', 'unavailable', 'too often'].includes(kind) || reasons[0]?.code === 'NOT_SIGNED_IN';

const MB = 1024 * 1024;
const LARGEST = 200 * MB;
const WITHIN = 60_000;
/** Texts of forms with files that are read although the form was refused. */
const underWay = new BodiesUnderWay({ ofOne: 8 * MB, ofAll: 64 * MB });

/** Reads the texts of a refused multipart form into the body. Returns the names of its files; their bytes are dropped. */
async function readTexts(request: Request): Promise<KeptFiles> {
  const files: KeptFiles[number][] = [];
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
    // Keep what was read so far; the page reports the first error.
  } finally {
    clearTimeout(late);
    end();
  }
  return files;
}
