// GET /-/mails: sent mails, and those stored because no mail server is configured; for admins.
import { Controller, Get, Inject } from '@nestjs/common';
import type { SignedIn } from '#identity/signed-in.js';
import { page, type Answer } from '../rendering/answers.js';
import {
  AFTER_QUERY,
  CurrentViewer,
  QueryAs,
  Words,
  type AfterQuery,
  type Translations,
} from '../requests/request-parameters.js';
import { MailsPage } from '#views/pages/mails.js';
import { listMails } from '#query-handling/calls/list-mails.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { findPublishedByKey } from '#query-handling/timeline/list-timeline.js';
import { Answers } from '../rendering/answer-kind.js';
import { ForAdmins } from '../authorization/authorization.js';
import { presentMails } from './calls-page.js';
import { MAILS } from '../addresses/system-addresses.js';

@Answers('page')
@ForAdmins('to.see-mails')
@Controller(MAILS)
export class MailsController {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  @Get()
  async all(
    @CurrentViewer() viewer: SignedIn,
    @QueryAs(AFTER_QUERY) { after }: AfterQuery,
    @Words() { t }: Translations,
  ): Promise<Answer> {
    const { mails, next } = await listMails(this.sources, viewer, after);
    const applications = await findPublishedByKey(this.sources);
    return page(MailsPage, presentMails(mails, next, applications), { title: t('calls.mails') });
  }
}
