import { Controller, Get, Inject } from '@nestjs/common';
import { z } from 'zod';
import { SpecificationPage } from '#views/pages/specification.js';
import { SpecificationChangesPage } from '#views/pages/specification-changes.js';
import { DOCUMENT_CHECKS, type DocumentChecks } from '#ports/document-checks.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Difference } from '#specification/comparison/differences.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { Workload } from '../rendering/response-workload.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { presentSpecification } from './specification-page.js';
import { RequestedApplication } from '../requests/record-request.pipe.js';
import {
  CurrentViewer,
  QueryAs,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { page, textBody, type Answer } from '../rendering/answers.js';
import { presentSpecificationChanges } from './specification-changes.js';
import { specificationChangesHref, specificationHref } from '../addresses/page-addresses.js';

/** undefined: not given. 0 for invalid versions, which yields 404. */
const VERSION = z
  .string()
  .optional()
  .transform((text) => (text ? (/^\d{1,9}$/.test(text) ? Number(text) : 0) : undefined));

const VERSION_QUERY = z.object({ version: VERSION });
type VersionQuery = z.output<typeof VERSION_QUERY>;

const CHANGES_QUERY = z.object({ from: VERSION, to: VERSION });
type ChangesQuery = z.output<typeof CHANGES_QUERY>;

@Workload('page')
@Controller('/:application/specification')
export class SpecificationController {
  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    @Inject(DOCUMENT_CHECKS) private readonly checks: DocumentChecks,
  ) {}

  @Get()
  // The newest version is in memory; others may have to be parsed.
  @Workload(({ query }) => (query.has('version') ? 'whole' : 'page'))
  async page(
    @RequestedApplication() current: PublishedVersion,
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(VERSION_QUERY) { version }: VersionQuery,
    @CurrentTranslations() words: Translations,
  ): Promise<Answer> {
    const published = await this.requestedVersion(current, version);
    const document = await this.sources.specifications.document(current.specification.key);
    if (!document) throw createBuiltInRefusal('NOT_FOUND');
    const people = await this.sources.names.of(document.versions.map(({ publishedBy }) => publishedBy));
    const t = words.in(published.specification);
    const props = presentSpecification({
      published,
      document,
      names: { people, records: new Map() },
      mayPublish: viewer.admin,
      viewer,
      now: this.sources.now(),
      t,
    });
    const title = t('specification.version', { version: published.version });
    return page(SpecificationPage, props, { title, application: published });
  }

  @Get('source')
  @Workload('whole')
  async source(
    @RequestedApplication() current: PublishedVersion,
    @QueryAs(VERSION_QUERY) query: VersionQuery,
  ): Promise<Answer> {
    const { specification, version } = await this.requestedVersion(current, query.version);
    return textBody({
      type: 'text/markdown; charset=utf-8',
      disposition: `attachment; filename="${specification.key}-${version}.md"`,
      pieces: [specification.text],
    });
  }

  /** Compares the newest version with its predecessor by default. */
  @Get('changes')
  @Workload('whole')
  async changes(
    @RequestedApplication() current: PublishedVersion,
    @QueryAs(CHANGES_QUERY) query: ChangesQuery,
    @CurrentTranslations() words: Translations,
  ): Promise<Answer> {
    const { key } = current.specification;
    const document = await this.sources.specifications.document(key);
    if (!document) throw createBuiltInRefusal('NOT_FOUND');
    const to = query.to ?? document.version;
    const from = query.from ?? Math.max(1, to - 1);
    const texts = await Promise.all([from, to].map((each) => this.sources.specifications.text(key, each)));
    const [before, after] = texts;
    if (before === undefined || after === undefined) throw createBuiltInRefusal('NOT_FOUND');
    const hrefOf = ({ line, isGone }: Difference) =>
      specificationHref(key, { version: isGone ? from : to, ...(line !== undefined && { line }) });
    const t = words.in(current.specification);
    const props = {
      name: current.specification.name,
      back: { href: specificationHref(key), title: current.specification.name },
      action: specificationChangesHref(key),
      from,
      to,
      versions: document.versions.map(({ version }) => version).toReversed(),
      changes: presentSpecificationChanges(await this.checks.compare(before, after), hrefOf),
    };
    return page(SpecificationChangesPage, props, {
      title: t('specification.whatChanged'),
      application: current,
    });
  }

  /** Throws `Refused` NOT_FOUND. */
  private async requestedVersion(current: PublishedVersion, version?: number): Promise<PublishedVersion> {
    if (version === undefined) return current;
    const found = await this.sources.specifications.at(current.specification.key, version);
    if (!found) throw createBuiltInRefusal('NOT_FOUND');
    return found;
  }
}
