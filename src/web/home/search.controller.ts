// GET /-/search, /-/search/suggestions and /api/-/search: everything in all applications that a search finds.
import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { z } from 'zod';
import { PositionGuard } from '../json/position.guard.js';
import { json, page, type Answer } from '../rendering/answers.js';
import { CurrentViewer, QueryAs, Words, type Translations } from '../requests/request-parameters.js';
import { SEARCH } from '#views/addresses.js';
import { SearchPage } from '#views/pages/search.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { findPeople } from '#query-handling/search/find-people.js';
import { searchRecords, type SearchResult } from '#query-handling/lists/search-records.js';
import type { Specification } from '#specification/model/specification.js';
import type { DisplayLocale } from '#specification/values/format-value.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { SignedIn } from '#identity/signed-in.js';
import type { Translate } from '#views/messages/translate.js';
import { Answers } from '../rendering/answer-kind.js';
import { searchJson } from './search-json.js';
import { presentSearch, searchColumns } from './search-page.js';
import { pageSuggestions, peopleSuggestions, recordSuggestions } from './search-suggestions.js';
import { incompleteInWords } from '../screens/show-list.js';

/** Of each entity on the page, and among suggestions. */
const ROWS = 20;
const SUGGESTED = 8;
const MOST_PEOPLE = 5;
const LONGEST = 200;

const SEARCH_QUERY = z.object({
  q: z
    .string()
    .default('')
    .transform((text) => text.trim().slice(0, LONGEST)),
  here: z.string().default(''),
});
type SearchQuery = z.output<typeof SEARCH_QUERY>;

@Answers('page')
@Controller()
export class SearchController {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  @Get(SEARCH)
  async page(
    @CurrentViewer() viewer: SignedIn,
    @QueryAs(SEARCH_QUERY) { q: text }: SearchQuery,
    @Words() { t, displayLocale }: Translations,
  ): Promise<Answer> {
    const result = await this.search(text, viewer, ROWS, displayLocale);
    const terms = result.found.flatMap(({ incomplete }) => incomplete);
    const warnings = [...new Set(terms.map((term) => incompleteInWords(term, t)))];
    const others = await this.others(text, viewer, t);
    const title = text === '' ? t('search.title') : t('search.titleOf', { text });
    const props = {
      ...presentSearch(text, result, { t, writtenIn: displayLocale }),
      ...(text === '' ? { people: [], pages: [] } : others),
    };
    return page(SearchPage, props, { title, warnings });
  }

  @Get(`${SEARCH}/suggestions`)
  async suggestions(
    @CurrentViewer() viewer: SignedIn,
    @QueryAs(SEARCH_QUERY) { q: text, here }: SearchQuery,
    @Words() { t, displayLocale }: Translations,
  ): Promise<Answer> {
    const { found } = await this.search(text, viewer, SUGGESTED, displayLocale);
    const records = recordSuggestions(found, { text, here, t });
    return json({ records, ...(await this.others(text, viewer, t)) });
  }

  @Get(`/api${SEARCH}`)
  @UseGuards(PositionGuard)
  async answer(
    @CurrentViewer() viewer: SignedIn,
    @QueryAs(SEARCH_QUERY) { q: text }: SearchQuery,
  ): Promise<Answer> {
    return json(searchJson(await this.search(text, viewer, ROWS)));
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
