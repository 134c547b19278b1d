// GET /-/search, /-/search/suggestions and /api/-/search: everything in all applications that a search finds.
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { SEARCH } from '#views/addresses.js';
import { SearchPage } from '#views/pages/search.js';
import { SOURCES, type Sources } from '#query-handling/query-dependencies.js';
import { findPeople } from '#query-handling/search/find-people.js';
import { searchRecords, type SearchResult } from '#query-handling/lists/search-records.js';
import type { Specification } from '#specification/model/specification.js';
import type { DisplayLocale } from '#specification/values/format-value.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { SignedIn } from '#identity/signed-in.js';
import type { Translate } from '#views/messages/translate.js';
import { Answers } from '../rendering/answer-kind.js';
import { sendJson } from '../json/record-answers.js';
import { waitForPosition } from '../json/position-header.js';
import { searchJson } from './search-json.js';
import { requireViewer } from '../authorization/commands.js';
import { layoutWithWarnings, PageLayouts } from '../layout/page-layout.js';
import { presentSearch, searchColumns } from './search-page.js';
import { pageSuggestions, peopleSuggestions, recordSuggestions } from './search-suggestions.js';
import { sendPage } from '../rendering/page-rendering.js';
import { readQuery } from '../addresses/page-addresses.js';
import { incompleteInWords } from '../screens/show-list.js';
import { displayLocaleFor, translateFor } from '../language.js';

/** Of each entity on the page, and among suggestions. */
const ROWS = 20;
const SUGGESTED = 8;
const MOST_PEOPLE = 5;
const LONGEST = 200;

@Answers('page')
@Controller()
export class SearchController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: PageLayouts,
  ) {}

  @Get(SEARCH)
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    const text = textIn(request);
    const result = await this.search(text, viewer, ROWS, writtenFor(request));
    const incomplete = new Set(
      result.found.flatMap((each) =>
        each.incomplete.map((term) => incompleteInWords(term, translateFor(request))),
      ),
    );
    const t = translateFor(request);
    const others = await this.others(text, viewer, t);
    const title = text === '' ? t('search.title') : t('search.titleOf', { text });
    const frame = await layoutWithWarnings(this.frames, request, { title }, [...incomplete]);
    await sendPage(
      response,
      createElement(SearchPage, {
        frame,
        ...presentSearch(text, result, { t, writtenIn: writtenFor(request) }),
        ...(text === '' ? { people: [], pages: [] } : others),
      }),
    );
  }

  @Get(`${SEARCH}/suggestions`)
  async suggestions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    const text = textIn(request);
    const { found } = await this.search(text, viewer, SUGGESTED, writtenFor(request));
    const t = translateFor(request);
    const here = readQuery(request).get('here') ?? '';
    const records = recordSuggestions(found, { text, here, t });
    await sendJson(response, { records, ...(await this.others(text, viewer, t)) });
  }

  @Get(`/api${SEARCH}`)
  async answer(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    await waitForPosition(request, this.sources.readModels);
    await sendJson(response, searchJson(await this.search(textIn(request), viewer, ROWS)));
  }

  private async others(text: string, viewer: SignedIn, t: Translate) {
    const [people, published] = await Promise.all([
      findPeople(this.sources, { text, viewer, limit: MOST_PEOPLE }),
      this.sources.specifications.all(),
    ]);
    return {
      people: peopleSuggestions(people, { viewer, t }),
      pages: pageSuggestions(text, published, { viewer, t }),
    };
  }

  private async search(
    text: string,
    viewer: Viewer,
    limit: number,
    writtenIn?: WrittenIn,
  ): Promise<SearchResult> {
    return searchRecords(this.sources, {
      text,
      viewer,
      limit,
      writtenIn,
      columns: ({ specification }, entity) => new Set(searchColumns(specification, entity)),
    });
  }
}

type WrittenIn = (specification: Specification) => DisplayLocale;

/** How this person's pages of an application write numbers and dates. */
const writtenFor =
  (request: Request): WrittenIn =>
  (specification) =>
    displayLocaleFor(request, specification);

const textIn = (request: Request): string => (readQuery(request).get('q') ?? '').trim().slice(0, LONGEST);
