// GET /<key>/specification: what an application runs by, any version of it; …/source: the document itself; …/changes: two versions compared.
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { SpecificationPage } from '#views/pages/specification.js';
import { SpecificationChangesPage } from '#views/pages/specification-changes.js';
import { DOCUMENT_CHECKS, type DocumentChecks } from '#ports/document-checks.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Difference } from '#specification/comparison/differences.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { Answers } from '../rendering/answer-kind.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { PageLayouts, layoutWithWarnings } from '../layout/page-layout.js';
import { presentSpecification } from './specification-page.js';
import { visibleApplication } from '../requests/record-request.js';
import { ResponseLimiter } from '../rendering/response-limiter.js';
import { sendPage } from '../rendering/page-rendering.js';
import { sendBody } from '../http/send-body.js';
import { presentChanges } from './specification-changes.js';
import { readQuery, specificationChangesHref, specificationHref } from '../addresses/page-addresses.js';
import { requireViewer } from '../authorization/commands.js';
import { translateFor } from '../language.js';

@Answers('page')
@Controller('/:application/specification')
export class SpecificationController {
  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly frames: PageLayouts,
    @Inject(DOCUMENT_CHECKS) private readonly checks: DocumentChecks,
    private readonly gate: ResponseLimiter,
  ) {}

  @Get()
  @Answers('of its route')
  async page(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    // The newest version is ready to run; another one may have to be read first.
    const kind = readQuery(request).has('version') ? 'whole' : 'page';
    await this.gate.run(kind, response, () => this.showVersion(key, request, response));
  }

  private async showVersion(key: string, request: Request, response: Response): Promise<void> {
    const viewer = requireViewer(request);
    const published = await this.versionAsked(key, request);
    const document = await this.sources.specifications.document(key);
    if (!document) throw builtInRefusal('NOT_FOUND');
    const people = await this.sources.names.of(document.versions.map(({ publishedBy }) => publishedBy));
    const t = translateFor(request, published.specification);
    const shown = presentSpecification({
      published,
      document,
      names: { people, records: new Map() },
      mayPublish: viewer.admin,
      t,
    });
    const title = t('specification.version', { version: published.version });
    const frame = await layoutWithWarnings(this.frames, request, { title, application: published });
    await sendPage(response, createElement(SpecificationPage, { frame, ...shown }));
  }

  @Get('source')
  @Answers('whole')
  async source(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const published = await this.versionAsked(key, request);
    const { specification, version } = published;
    await sendBody(response, {
      type: 'text/markdown; charset=utf-8',
      disposition: `attachment; filename="${specification.key}-${version}.md"`,
      pieces: [specification.text],
    });
  }

  /** `?from=3&to=5`; left out, the newest version is compared with the one before. */
  @Get('changes')
  @Answers('whole')
  async changes(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const current = await visibleApplication(request, this.sources.specifications, key);
    const document = current && (await this.sources.specifications.document(key));
    if (!document) throw builtInRefusal('NOT_FOUND');
    const query = readQuery(request);
    const to = versionIn(query.get('to')) ?? document.version;
    const from = versionIn(query.get('from')) ?? Math.max(1, to - 1);
    const texts = await Promise.all([from, to].map((each) => this.sources.specifications.text(key, each)));
    const [before, after] = texts;
    if (before === undefined || after === undefined) throw builtInRefusal('NOT_FOUND');
    const hrefOf = ({ line, isGone }: Difference) =>
      specificationHref(key, { version: isGone ? from : to, ...(line !== undefined && { line }) });
    const t = translateFor(request, current.specification);
    const page = createElement(SpecificationChangesPage, {
      frame: await layoutWithWarnings(this.frames, request, {
        title: t('specification.whatChanged'),
        application: current,
      }),
      name: current.specification.name,
      back: { href: specificationHref(key), title: current.specification.name },
      action: specificationChangesHref(key),
      from,
      to,
      versions: document.versions.map(({ version }) => version).toReversed(),
      changes: presentChanges(await this.checks.compare(before, after), hrefOf),
    });
    await sendPage(response, page);
  }

  /** Throws `Refused` NOT_FOUND where the person may not access the application, or the version does not exist. */
  private async versionAsked(key: string, request: Request): Promise<PublishedVersion> {
    const asked = readQuery(request).get('version');
    const current = await visibleApplication(request, this.sources.specifications, key);
    if (!current) throw builtInRefusal('NOT_FOUND');
    if (asked === null || asked === '') return current;
    const found = await this.sources.specifications.at(key, versionIn(asked) ?? 0);
    if (!found) throw builtInRefusal('NOT_FOUND');
    return found;
  }
}

/** undefined: none is named. 0, which no version is called: what is named is none. */
function versionIn(asked: string | null): number | undefined {
  if (asked === null || asked === '') return undefined;
  return /^\d{1,9}$/.test(asked) ? Number(asked) : 0;
}
