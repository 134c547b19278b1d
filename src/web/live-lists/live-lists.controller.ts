import { Controller, Get, Inject, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { FindListed } from '#query-handling/lists/find-listed.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { LIVE_LISTS_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import type { RequestInput } from '../http/request-input.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentRequest,
  CurrentViewer,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import { authorizeApplication } from '../requests/record-request.js';
import { findVisibleBoard, findVisibleList } from '../screens/find-visible-list.js';
import { readListRequest } from '../screens/list-request.js';
import { BoardNews } from './board-news.js';
import { ListNews, MOST_NEW, type ListReader } from './list-news.js';
import { LiveLists } from './live-lists.js';

@Controller()
export class LiveListsController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly live: LiveLists,
  ) {}

  /** Server-sent events: how many records came to a list, or moved on a board, since the page was made. */
  @Get(LIVE_LISTS_PATH)
  @Workload('held open')
  async watch(
    @CurrentViewer() viewer: SignedInPerson,
    @CurrentTranslations() { t }: Translations,
    @CurrentRequest() request: RequestInput,
    @Res() response: Response,
  ): Promise<void> {
    const parameters = new URLSearchParams(request.query);
    const list = await this.findList(parameters, viewer);
    if (!list) throw createBuiltInRefusal('NOT_FOUND');
    const since = readMoment(parameters.get('since')) ?? this.sources.now();
    const news = list.isBoard ? new BoardNews(since) : new ListNews(since);
    let last: Promise<unknown> = Promise.resolve();
    const count = async (asking: (list: ListReader) => Promise<number>) => {
      const now = await request.findCurrentViewer();
      const reader = now && (await this.createReader(parameters, now, t));
      const counted = last.then(async () =>
        reader ? describe(await asking(reader), list.isBoard, t) : undefined,
      );
      last = counted.catch(() => undefined);
      return counted;
    };
    this.live.watch(response, viewer.id, {
      of: { application: list.specification.key, entity: list.entity.key },
      still: async () => {
        const now = await request.findCurrentViewer();
        return now !== undefined && (await this.findList(parameters, now)) !== undefined;
      },
      begin: () => count((reader) => news.begin(reader)),
      describeNew: (changed) => count((reader) => news.update(changed, reader)),
    });
  }

  /** A list the viewer may not see is refused as one that does not exist. */
  private async findList(parameters: URLSearchParams, viewer: SignedInPerson) {
    const [application, screen] = [parameters.get('application') ?? '', parameters.get('screen') ?? ''];
    const published = await authorizeApplication(this.sources.specifications, application, viewer);
    const now = this.sources.now();
    if (!published) return undefined;
    const { specification } = published;
    const list = findVisibleList(specification, screen, { viewer, now });
    const visible = list ?? findVisibleBoard(specification, screen, { viewer, now });
    return visible && { ...visible, published, isBoard: list === undefined };
  }

  private async createReader(
    parameters: URLSearchParams,
    viewer: SignedInPerson,
    t: Translate,
  ): Promise<ListReader | undefined> {
    const list = await this.findList(parameters, viewer);
    if (!list) return undefined;
    const { published, entity, screen } = list;
    const { address } = readListRequest(new URLSearchParams(parameters.get('query') ?? ''), { ...list, t });
    const { waitsForViewer, query } = address;
    const question = { published, entity, viewer, where: screen.where, waitsForViewer };
    return {
      find: async (limit, among) => {
        const first = { ...query, cursor: undefined, backwards: false, limit };
        const { items, next } = await this.queries.execute(new FindListed(question, first, among));
        return { records: items, isWhole: next === undefined };
      },
    };
  }
}

const readMoment = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(text) ? text : undefined;

function describe(count: number, isBoard: boolean, t: Translate): string | undefined {
  if (count === 0) return undefined;
  const [some, more] = isBoard
    ? (['board.moved', 'board.movedMore'] as const)
    : (['list.new', 'list.newMore'] as const);
  return t(count > MOST_NEW ? more : some, { count: Math.min(count, MOST_NEW) });
}
