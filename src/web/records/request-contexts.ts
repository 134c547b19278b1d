// What every exchange about records has at hand.
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { Signatures } from '#identity/signatures.js';
import { Uploads } from '#command-handling/files/uploads.js';
import { PageLayouts } from '../layout/page-layout.js';
import type { RecordContext } from './record-context.js';
import { LiveRecords } from './live-records.js';
import { Commands } from '../authorization/commands.js';
import { LOG, type Log } from '../errors/server-log.js';
import { SITE, type SiteOf } from '../http/site.js';

/** Gives every exchange about records what it has at hand. */
@Injectable()
export class RequestContexts {
  @Inject(Signatures) private readonly signatures!: Signatures;
  @Inject(Uploads) private readonly uploads!: Uploads;
  @Inject(SITE) private readonly siteOf!: SiteOf;
  @Inject(LOG) private readonly log!: Log;

  constructor(
    @Inject(QUERY_DEPENDENCIES) readonly sources: QueryDependencies,
    private readonly frames: PageLayouts,
    private readonly commands: Commands,
    private readonly live: LiveRecords,
  ) {}

  of(request: Request, response: Response): RecordContext {
    const { sources, frames, commands, signatures, uploads, siteOf, log, live } = this;
    return { sources, frames, commands, signatures, uploads, siteOf, log, live, request, response };
  }
}
