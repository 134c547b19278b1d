// The bytes of a file of a record, streamed whole or in part.
import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import { displayKind } from '../http/displayable-files.js';
import { readQuery } from '../addresses/page-addresses.js';
import { readRecordFile, type FileOfRecord } from '#query-handling/records/file-of-record.js';
import type { RecordRequest } from '../requests/record-request.js';
import type { RequestContext } from '../requests/request-context.js';
import { waitForPosition } from '../json/position-header.js';

/** Throws `Refused` as the record's page does, and NOT_FOUND where this person sees no such file in it. */
export async function sendFile(exchange: RequestContext, recordRequest: RecordRequest): Promise<void> {
  const { sources, request, response } = exchange;
  await waitForPosition(request, sources.readModels);
  const { id, file: named } = recordRequest.route;
  const name = readQuery(request).get('name') ?? undefined;
  const file = await readRecordFile(sources, recordRequest, id!, {
    ...named!,
    ...(name !== undefined && { name }),
  });
  const range = rangeAsked(exchange, file);
  if (range === 'none')
    return void response.status(416).setHeader('Content-Range', `bytes */${file.size}`).end();
  const bytes = request.method === 'HEAD' ? undefined : await file.read(range);
  headersOf(exchange, file, range);
  if (!bytes) return void response.end();
  try {
    await pipeline(bytes, response);
  } catch (error) {
    // The client closed the connection.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

type RequestedRange = NonNullable<Parameters<FileOfRecord['read']>[0]>;

/** undefined: all of it; `none`: a part that it does not have. */
function rangeAsked(
  { request }: RequestContext,
  { size }: FileOfRecord,
): RequestedRange | 'none' | undefined {
  const asked = request.headers.range === undefined ? undefined : request.range(size);
  if (asked === -1) return 'none';
  // Several at once, and what is none: all of it is an answer as well.
  if (asked === undefined || asked === -2 || asked.length !== 1 || asked.type !== 'bytes') return undefined;
  return { start: asked[0]!.start, end: asked[0]!.end + 1 };
}

function headersOf(
  { request, response }: RequestContext,
  { name, type, size }: FileOfRecord,
  range?: RequestedRange,
): void {
  const { start, end } = range ?? { start: 0, end: size };
  const how = displayKind(type);
  const shown = how !== undefined && readQuery(request).has('show');
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
  // Only our own pages show it within themselves.
  if (shown) response.setHeader('X-Frame-Options', 'SAMEORIGIN');
}

/** Whatever is in it: it runs nothing, asks for nothing, and belongs to no site. */
const NOTHING = "default-src 'none'; sandbox; frame-ancestors 'none'";
/** What browsers show PDFs with does not work in a sandbox: it is one itself. */
const DOCUMENT =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; object-src 'self'; frame-ancestors 'self'";
