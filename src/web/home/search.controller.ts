import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { PositionGuard } from '../json/position.guard.js';
import { PageLayouts } from '../layout/page-layout.js';
import { json, page, type Answer } from '../rendering/answers.js';
import {
  CurrentViewer,
  QueryAs,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import { SEARCH_PATH } from '#views/addresses.js';
import { SearchPage } from '#views/pages/search.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { FindPeople } from '#query-handling/search/find-people.js';
import { SearchRecords, type SearchResult } from '#query-handling/lists/search-records.js';
import type { Specification } from '#specification/model/specification.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import type { Translate } from '#views/messages/translate.js';
import { Workload } from '../rendering/response-workload.js';
import { toSearchJson } from './search-json.js';
import { presentSearch, searchColumns } from './search-page.js';
import { pageSuggestions, peopleSuggestions, recordSuggestions, splitMonth } from './search-suggestions.js';
import { monthsToChoose } from '../timeline/timeline-choices.js';
import { describeIncompleteTerm } from '../screens/show-list.js';

/** Per entity. */
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

@Workload('page')
@Controller()
export class SearchController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly layouts: PageLayouts,
  ) {}

  @Get(SEARCH_PATH)
  async page(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(SEARCH_QUERY) { q: text }: SearchQuery,
    @CurrentTranslations() { t, displayLocale }: Translations,
  ): Promise<Answer> {
    const result = await this.search(text, viewer, ROWS, displayLocale);
    const terms = result.found.flatMap(({ incomplete }) => incomplete);
    const warnings = [...new Set(terms.map((term) => describeIncompleteTerm(term, t)))];
    const others = await this.others(text, viewer, t);
    const title = text === '' ? t('search.title') : t('search.titleOf', { text });
    const props = {
      ...presentSearch(text, result, { t, writtenIn: displayLocale }),
      ...(text === '' ? { people: [], pages: [] } : others),
    };
    return page(SearchPage, props, { title, warnings });
  }

  @Get(`${SEARCH_PATH}/suggestions`)
  async suggestions(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(SEARCH_QUERY) { q: text, here }: SearchQuery,
    @CurrentTranslations() { t, displayLocale }: Translations,
  ): Promise<Answer> {
    const { found } = await this.search(text, viewer, SUGGESTED, displayLocale);
    const records = recordSuggestions(found, { text, here, t });
    return json({ records, ...(await this.others(text, viewer, t)) });
  }

  @Get(`/api${SEARCH_PATH}`)
  @UseGuards(PositionGuard)
  async answer(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(SEARCH_QUERY) { q: text }: SearchQuery,
  ): Promise<Answer> {
    return json(toSearchJson(await this.search(text, viewer, ROWS)));
  }

  private async others(text: string, viewer: SignedInPerson, t: Translate) {
    const timeZone = await this.layouts.timeZoneFor(viewer);
    const { name, months } = splitMonth(text, monthsToChoose('', { now: this.sources.now(), timeZone, t }));
    const [people, published] = await Promise.all([
      this.queries.execute(new FindPeople({ text: name, viewer, limit: MOST_PEOPLE })),
      this.sources.specifications.all(),
    ]);
    return {
      people: peopleSuggestions(people, { viewer, months, t }),
      pages: pageSuggestions(text, published, { viewer, t }),
    };
  }

  private async search(
    text: string,
    viewer: Viewer,
    limit: number,
    writtenIn?: WrittenIn,
  ): Promise<SearchResult> {
    return this.queries.execute(
      new SearchRecords({
        text,
        viewer,
        limit,
        writtenIn,
        columns: ({ specification }, entity) => new Set(searchColumns(specification, entity)),
      }),
    );
  }
}

type WrittenIn = (specification: Specification) => DisplayLocale;
