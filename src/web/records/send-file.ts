import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import { getDisplayKind } from '../http/displayable-files.js';
import { ReadRecordFile, type FileOfRecord } from '#query-handling/records/read-record-file.js';
import type { RecordRequest } from '../requests/record-request.js';
import type { PageContext } from '../requests/request-context.js';
import { waitForPosition } from '../json/position-header.js';
import { streamed, type Answer } from '../rendering/answers.js';
import type { Request, Response } from 'express';

type FileContext = Pick<PageContext, 'queries' | 'sources' | 'request'>;

/** Throws `Refused` as the record's page, and NOT_FOUND for files the person may not read. */
export async function sendFile(
  { queries, sources, request }: FileContext,
  recordRequest: RecordRequest,
): Promise<Answer> {
  await waitForPosition(request, sources.readModels);
  const { id, file: named } = recordRequest.route;
  const name = request.query.get('name') ?? undefined;
  const file = await queries.execute(
    new ReadRecordFile(recordRequest, id!, {
      ...named!,
      ...(name !== undefined && { name }),
    }),
  );
  return streamed((response) => writeFileResponse(response, { file, isShown: request.query.has('show') }));
}

async function writeFileResponse(
  response: Response,
  { file, isShown }: { readonly file: FileOfRecord; readonly isShown: boolean },
): Promise<void> {
  const range = requestedRange(response.req, file);
  if (range === 'none')
    return void response.status(416).setHeader('Content-Range', `bytes */${file.size}`).end();
  const bytes = response.req.method === 'HEAD' ? undefined : await file.read(range);
  setHeaders(response, file, { range, isShown });
  if (!bytes) return void response.end();
  try {
    await pipeline(bytes, response);
  } catch (error) {
    // The client closed the connection.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

type RequestedRange = NonNullable<Parameters<FileOfRecord['read']>[0]>;

/** undefined: the whole file; `none`: unsatisfiable. */
function requestedRange(request: Request, { size }: FileOfRecord): RequestedRange | 'none' | undefined {
  const ranges = request.headers.range === undefined ? undefined : request.range(size);
  if (ranges === -1) return 'none';
  // Multiple or invalid ranges: respond with the whole file.
  if (ranges === undefined || ranges === -2 || ranges.length !== 1 || ranges.type !== 'bytes')
    return undefined;
  return { start: ranges[0]!.start, end: ranges[0]!.end + 1 };
}

function setHeaders(
  response: Response,
  { name, type, size }: FileOfRecord,
  { range, isShown }: { readonly range: RequestedRange | undefined; readonly isShown: boolean },
): void {
  const { start, end } = range ?? { start: 0, end: size };
  const how = getDisplayKind(type);
  const shown = how !== undefined && isShown;
  if (range) response.status(206).setHeader('Content-Range', `bytes ${start}-${end - 1}/${size}`);
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', end - start);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader(
    'Content-Disposition',
    contentDisposition(name, { type: shown ? 'inline' : 'attachment' }),
  );
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('Content-Security-Policy', shown && how === 'document' ? DOCUMENT : NOTHING);
  // Only this site's pages may embed it.
  if (shown) response.setHeader('X-Frame-Options', 'SAMEORIGIN');
}

/** Uploaded content must not run scripts, load resources or use the site's origin. */
const NOTHING = "default-src 'none'; sandbox; frame-ancestors 'none'";
/** PDF viewers fail in a CSP sandbox, and are sandboxed themselves. */
const DOCUMENT =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; object-src 'self'; frame-ancestors 'self'";
