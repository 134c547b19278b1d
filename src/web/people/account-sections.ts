// What the page of one's account shows besides how one signs in.
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import type { Translate } from '#views/messages/translate.js';
import type { AccountPage } from '#views/view-models/account.js';
import { CountUnread } from '#query-handling/notifications/unread-count.js';
import { ListNotices } from '#query-handling/notifications/list-notices.js';
import { FindDeputies } from '#query-handling/people/delegations.js';
import { FindPublishedApplications } from '#query-handling/specifications/find-published-applications.js';
import type { AskedOfOwner } from '#identity/owner-confirmation.js';
import { ProviderPeople } from '#identity/providers/provider-people.js';
import { SIGN_IN_PROVIDERS, type SignInProvider } from '#identity/providers/sign-in-provider.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { ACCOUNT_PREFERENCES_PATH } from '../addresses/system-addresses.js';
import { presentOwnDeputies } from './delegations-page.js';
import { presentIdentities } from './linked-identities.js';
import { presentLatestNotices } from './notices-page.js';

@Injectable()
export class AccountSections {
  constructor(
    private readonly queries: QueryBus,
    private readonly people: ProviderPeople,
    @Inject(SIGN_IN_PROVIDERS) private readonly providers: readonly SignInProvider[],
  ) {}

  async present(
    viewer: SignedInPerson,
    asked: AskedOfOwner,
    t: Translate,
  ): Promise<NonNullable<AccountPage['more']>> {
    const [found, own, applications, unread, linked] = await Promise.all([
      this.queries.execute(new ListNotices(viewer)),
      this.queries.execute(new FindDeputies(viewer.id)),
      this.queries.execute(new FindPublishedApplications()),
      this.queries.execute(new CountUnread(viewer)),
      this.people.listIdentities(viewer.id),
    ]);
    const identities = presentIdentities(linked, this.providers, { commandId: uuid(), asked, t });
    return {
      ...(identities && { identities }),
      notices: presentLatestNotices({ ...found, unread }, { applications, viewer, t }),
      deputies: presentOwnDeputies(own, { applications, viewer, t }),
      preferences: {
        action: ACCOUNT_PREFERENCES_PATH,
        commandId: uuid(),
        ...(viewer.language && { language: viewer.language }),
        ...(viewer.timeZone && { timeZone: viewer.timeZone }),
        hasSingleKeys: viewer.singleKeys !== false,
        timeZones: Intl.supportedValuesOf('timeZone'),
      },
    };
  }
}
