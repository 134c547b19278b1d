import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import type { Translate } from '#views/messages/translate.js';
import { AccountPage } from '#views/pages/account.js';
import { Accounts } from '#identity/accounts.js';
import { OwnerConfirmation } from '#identity/owner-confirmation.js';
import { OwnSecondFactor } from '#identity/own-second-factor.js';
import { People } from '#identity/people.js';
import { HAS_PASSWORDS } from '#identity/providers/sign-in-provider.js';
import { SecondFactors } from '#identity/second-factor/second-factors.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { ACCOUNT_PASSWORD_PATH, ACCOUNT_SESSIONS_PATH } from '../addresses/system-addresses.js';
import { groupErrorsByField } from '../errors/errors-by-field.js';
import { createRetryAfterHeader } from '../errors/refusal-headers.js';
import type { RequestFailure } from '../errors/request-failure.js';
import { page, type Answer } from '../rendering/answers.js';
import { AccountSections } from './account-sections.js';
import { presentSessions } from './open-sessions.js';

interface AccountRequest {
  readonly viewer: SignedInPerson;
  /** Of the client. */
  readonly address: string;
  readonly t: Translate;
}

@Injectable()
export class AccountPages {
  @Inject(OwnSecondFactor) private readonly ownSecondFactor!: OwnSecondFactor;
  @Inject(HAS_PASSWORDS) private readonly hasPasswords!: boolean;

  constructor(
    private readonly accounts: Accounts,
    private readonly people: People,
    private readonly secondFactors: SecondFactors,
    private readonly owner: OwnerConfirmation,
    private readonly sections: AccountSections,
  ) {}

  async show({ viewer, address, t }: AccountRequest, failure?: RequestFailure): Promise<Answer> {
    const [document, sessions] = await Promise.all([
      this.people.byId(viewer.id),
      this.accounts.openSessions(viewer.id, address),
    ]);
    const signInName = await this.findSignInName(document);
    const mustChange = viewer.passwordByAnother === true;
    const by = !mustChange && document ? await this.ownSecondFactor.findConfirmation(document) : undefined;
    const isOn = by && (await this.secondFactors.hasForDisplay(viewer.id));
    const props = {
      ...(!mustChange && {
        more: await this.sections.present(viewer, await this.owner.listAsked(viewer.id), t),
      }),
      ...(isOn !== undefined && { secondFactor: { isOn, isAtProvider: by === 'provider' } }),
      name: viewer.name,
      signInName,
      hasPassword: document?.passwordHash != null,
      canHavePassword: this.hasPasswords && signInName !== null,
      mustChange,
      password: {
        action: ACCOUNT_PASSWORD_PATH,
        errors: groupErrorsByField(failure?.reasons ?? [], 'oldPassword'),
      },
      sessions: presentSessions(sessions, {
        action: ACCOUNT_SESSIONS_PATH,
        commandId: uuid(),
        current: viewer.session,
        t,
      }),
    };
    const reply = failure && { status: failure.status, headers: createRetryAfterHeader(failure) };
    return page(AccountPage, props, { title: t('frame.account') }, reply);
  }

  private async findSignInName(document: PersonDocument | undefined): Promise<string | null> {
    return (document && (await this.people.signInName(document))) ?? null;
  }
}
