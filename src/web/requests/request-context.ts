// One request and its answer, with what pages are made from and what commands are sent by.
import type { Request, Response } from 'express';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';
import type { Signatures } from '#identity/signatures.js';
import type { PageLayouts } from '../layout/page-layout.js';
import type { Uploads } from '#command-handling/files/uploads.js';
import type { Commands } from '../authorization/commands.js';
import type { Log } from '../errors/server-log.js';
import type { SiteOf } from '../http/site.js';

export interface RequestContext {
  readonly sources: QueryDependencies;
  readonly frames: PageLayouts;
  readonly commands: Commands;
  readonly signatures: Signatures;
  readonly uploads: Uploads;
  readonly siteOf: SiteOf;
  readonly log: Log;
  readonly request: Request;
  readonly response: Response;
}

/** What shows a page. */
export type PageContext = Omit<RequestContext, 'commands' | 'signatures' | 'uploads' | 'siteOf' | 'log'>;
