// GET /: what waits for whoever looks, and every application there is. GET /<key>: the way to its first page.
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { HomePage } from '#views/pages/home.js';
import { APPLICATION, WHOLE_PART, type WholePart } from '#views/addresses.js';
import type { Frame } from '#views/view-models/frame.js';
import { viewRecord } from '#query-handling/records/view-record.js';
import { recordsWithOthers, waitingRecords } from '#query-handling/records/waiting-records.js';
import { SOURCES, type Sources } from '#query-handling/ports.js';
import { mayEnter } from '#domain/permissions.js';
import { changedRecords } from '#query-handling/records/changed-records.js';
import { waitingCount } from '#query-handling/records/waiting-count.js';
import { Answers } from '../answer-kind.js';
import { translateFor } from '../language.js';
import { localAddress, redirect } from '../local-address.js';
import { refused } from '../built-in.js';
import { PageFrames, frameOf } from '../frames.js';
import { actionNotice } from '../present/after-action.js';
import { MOST_COUNTED, MOST_OF_WHOLE, presentHome } from '../present/home-page.js';
import { recordAt, visibleApplication } from '../record-request.js';
import { AFTER, DONE, queryOf, screenHref, specificationHref } from '../routes.js';
import { sendPage } from '../rendering/page-rendering.js';
import { seesScreen } from '../screens.js';
import { startHref } from '../starts.js';
import { signedInViewer } from '../commands.js';

/** Rows of the first page. */
const MOST_WAITING = 20;
/** What waits is left out of it. */
const MOST_CHANGED = MOST_WAITING + MOST_OF_WHOLE;

@Answers('page')
@Controller()
export class ApplicationsController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: PageFrames,
  ) {}

  @Get('/')
  async all(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = signedInViewer(request);
    const application = queryOf(request).get(APPLICATION) ?? undefined;
    const part = queryOf(request).get(WHOLE_PART);
    const whole: WholePart | undefined = part === 'others' || part === 'changes' ? part : undefined;
    const t = translateFor(request);
    const query = { viewer, application };
    const [waiting, withOthers, changes, counted, all] = await Promise.all([
      waitingRecords(this.sources, query, MOST_WAITING),
      recordsWithOthers(this.sources, query, whole === 'others' ? MOST_OF_WHOLE : MOST_COUNTED + 1),
      changedRecords(this.sources, query, MOST_CHANGED),
      // A page that says that something is away is shown without the numbers.
      waitingCount(this.sources, viewer).catch(() => undefined),
      this.sources.specifications.all(),
    ]);
    const applications = all.filter(({ specification }) => mayEnter(specification, viewer));
    const frame = await frameOf(this.frames, request, {
      title: t('frame.home'),
      outdated: { ids: waiting.outdated, about: 'page' },
    });
    const shown = { waiting, withOthers, changes, counted, applications, application, whole, viewer, t };
    await sendPage(
      response,
      createElement(HomePage, {
        frame: { ...frame, ...(await this.afterAction(frame, request)) },
        ...presentHome({ ...shown, now: this.sources.now() }),
      }),
    );
  }

  /** After an action that was taken on this page: what was done to which record, what comes next, and the way to the record. */
  private async afterAction({ notice }: Frame, request: Request): Promise<Partial<Frame>> {
    const done = queryOf(request).get(DONE);
    if (notice === undefined || done === null) return {};
    const t = translateFor(request);
    const href = localAddress(done);
    const noticeLinks = [{ href, title: t('frame.openRecord') }];
    const acted = await recordAt(request, this.sources.specifications, href);
    const action = new URLSearchParams(href.split('?')[1]).get(AFTER);
    if (acted?.route.kind !== 'record' || action === null) return { noticeLinks };
    // It may be one that the viewer cannot read any more.
    const view = await viewRecord(this.sources, acted, acted.route.id!).catch(() => undefined);
    const said = view && actionNotice({ ...acted, view, action, t });
    return { noticeLinks, ...(said !== undefined && { notice: said }) };
  }

  @Get('/:application')
  async home(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const viewer = signedInViewer(request);
    const published = await visibleApplication(request, this.sources.specifications, key);
    if (!published) throw refused('NOT_FOUND');
    const { specification } = published;
    const start = startHref(specification, viewer);
    if (start !== undefined) return redirect(response, 302, start);
    const first = specification.screens.find(
      (screen) =>
        (screen.kind === 'list' || screen.kind === 'board') && seesScreen(screen, specification, viewer),
    );
    redirect(response, 302, first ? screenHref(specification, first) : specificationHref(key));
  }
}
