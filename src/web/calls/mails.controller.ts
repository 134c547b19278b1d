// Includes mails that were only stored because no mail server is configured.
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { page, type Answer } from '../rendering/answers.js';
import {
  CURSOR_QUERY,
  CurrentViewer,
  QueryAs,
  CurrentTranslations,
  type CursorParameters,
  type Translations,
} from '../requests/parameter-decorators.js';
import { MailsPage } from '#views/pages/mails.js';
import { ListMails } from '#query-handling/calls/list-mails.js';
import { FindPublishedApplications } from '#query-handling/specifications/find-published-applications.js';
import { Workload } from '../rendering/response-workload.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { presentMails } from './calls-page.js';
import { MAILS_PATH } from '../addresses/system-addresses.js';

@Workload('page')
@ForAdmins('to.see-mails')
@Controller(MAILS_PATH)
export class MailsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  async all(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(CURSOR_QUERY) { after }: CursorParameters,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const { mails, next } = await this.queries.execute(new ListMails(viewer, after));
    const applications = await this.queries.execute(new FindPublishedApplications());
    return page(MailsPage, presentMails(mails, next, applications), { title: t('calls.mails') });
  }
}
