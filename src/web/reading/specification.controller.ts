// GET /<key>/specification: what an application runs by, any version of it; …/source: the document itself.
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { SpecificationPage } from '#views/pages/specification.js';
import type { Published } from '#command-handling/ports.js';
import { SOURCES, type Sources } from '#query-handling/ports.js';
import { refused } from '../built-in.js';
import { PageFrames, frameOf } from '../frames.js';
import { presentSpecification } from '../present/specification-page.js';
import { visibleApplication } from '../record-request.js';
import { sendPage } from '../rendering/page-rendering.js';
import { queryOf } from '../routes.js';
import { signedInViewer } from '../commands.js';

@Controller('/:application/specification')
export class SpecificationController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: PageFrames,
  ) {}

  @Get()
  async page(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const viewer = signedInViewer(request);
    const published = await this.versionAsked(key, request);
    const document = await this.sources.specifications.document(key);
    if (!document) throw refused('NOT_FOUND');
    const people = await this.sources.names.of(document.versions.map(({ publishedBy }) => publishedBy));
    const shown = presentSpecification({
      published,
      document,
      names: { people, records: new Map() },
      mayPublish: viewer.admin,
    });
    const title = `Specification, version ${published.version}`;
    const frame = await frameOf(this.frames, request, { title, application: published });
    await sendPage(response, createElement(SpecificationPage, { frame, ...shown }));
  }

  @Get('source')
  async source(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const published = await this.versionAsked(key, request);
    const { specification, version } = published;
    response.setHeader('Content-Type', 'text/markdown; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="${specification.key}-${version}.md"`);
    response.setHeader('Cache-Control', 'no-store');
    response.end(specification.text);
  }

  /** Throws `Refused` NOT_FOUND: no such application for whoever asks, or a version it does not have. */
  private async versionAsked(key: string, request: Request): Promise<Published> {
    const asked = queryOf(request).get('version');
    const current = await visibleApplication(request, this.sources.specifications, key);
    if (!current) throw refused('NOT_FOUND');
    if (asked === null || asked === '') return current;
    const version = /^\d{1,9}$/.test(asked) ? Number(asked) : 0;
    const found = await this.sources.specifications.at(key, version);
    if (!found) throw refused('NOT_FOUND');
    return found;
  }
}
