// GET /api/<application>/<Entity> and …/<id>: the queries of the pages, as JSON.
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SPECIFICATIONS, type Specifications } from '#command-handling/ports.js';
import { SOURCES, type Sources } from '#query-handling/ports.js';
import { listRecords } from '#query-handling/records/list-records.js';
import { recordById } from '#query-handling/records/record-by-id.js';
import { readRightsOf } from '#query-handling/read-rights.js';
import { refused } from '../built-in.js';
import { readListAddress } from '../reading/list-address.js';
import { apiRequest, entityTag, recordId, type ApiRequest } from './api-request.js';
import { waitForOwnWrites } from './position.js';
import { apiHref, recordJson } from './record-json.js';

const LIMIT = 50;
const MOST = 200;

@Controller('/api/:application/:entity')
export class ReadApiController {
  constructor(
    @Inject(SPECIFICATIONS) private readonly specifications: Specifications,
    @Inject(SOURCES) private readonly sources: Sources,
  ) {}

  /** The same filters, search and sorting in the address as on the list page, and `limit` (1 to 200). */
  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const asked = await apiRequest(request, this.specifications);
    await waitForOwnWrites(request, this.sources.readModels);
    const params = new URL(request.originalUrl, 'http://daybook').searchParams;
    const limit = limitIn(params.get('limit'));
    params.delete('limit');
    const query = { ...addressOf(params, asked, this.sources.now()), limit };
    const page = await listRecords(this.sources, asked, query, new Set());
    const link = (cursor: string | undefined, name: string) =>
      cursor === undefined ? undefined : linkTo(asked, params, { limit: String(limit), [name]: cursor });
    send(response, {
      items: page.items.map((record) => recordJson(asked.specification, record)),
      count: page.count,
      next: link(page.next, 'after'),
      previous: link(page.previous, 'before'),
    });
  }

  @Get(':id')
  async one(@Req() request: Request, @Res() response: Response): Promise<void> {
    const asked = await apiRequest(request, this.specifications);
    await waitForOwnWrites(request, this.sources.readModels);
    const { seen } = await recordById(this.sources, asked, recordId(request));
    response.setHeader('ETag', entityTag(seen.version));
    send(response, recordJson(asked.specification, seen));
  }
}

/** What the address asks for. A program is told about every filter that does not exist: it would take the rest for the whole. */
function addressOf(params: URLSearchParams, { specification, entity, viewer }: ApiRequest, now: string) {
  const screen = specification.screens.find((each) => each.entity === entity.key && each.kind === 'list');
  if (!screen) throw refused('NOT_FOUND');
  const sight = readRightsOf({ specification, entity, viewer, now });
  const every = { ...screen, columns: [...screen.columns, ...entity.fields.map(({ key }) => key)] };
  const { query, ignored } = readListAddress(params, {
    specification,
    entity,
    screen: every,
    open: sight.open,
  });
  if (ignored.length > 0) throw refused('BAD_REQUEST', { why: ignored.join(' ').replace(/\.$/, '') });
  return query;
}

function limitIn(text: string | null): number {
  if (text === null) return LIMIT;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MOST) throw refused('BAD_REQUEST', { why: `“limit” has to be 1 to ${MOST}` });
  return limit;
}

function linkTo(
  { specification, entity }: ApiRequest,
  params: URLSearchParams,
  cursor: Record<string, string>,
): string {
  const link = new URLSearchParams(params);
  for (const name of ['after', 'before']) link.delete(name);
  for (const [name, value] of Object.entries(cursor)) link.set(name, value);
  return `${apiHref(specification.key, entity.key)}?${link.toString()}`;
}

function send(response: Response, json: unknown): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(JSON.stringify(json));
}
