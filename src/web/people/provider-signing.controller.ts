// Opened in another tab by the form that is to be signed, which keeps what was typed.
import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { SigningConfirmedPage } from '#views/pages/signing-confirmed.js';
import { SIGNING_PATH } from '#views/addresses.js';
import { PROVIDER_SIGN_IN_LIFETIME_MS } from '#identity/providers/provider-intents.js';
import { ProviderSignIn } from '#identity/providers/provider-sign-in.js';
import { SigningConfirmation } from '#identity/sign-in/signing-confirmation.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { providerCallbackPath, SIGNING_CONFIRMED_PATH } from '../addresses/system-addresses.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { PROVIDER_SIGN_IN_COOKIE } from '../http/cookies.js';
import { goToProvider, page, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  BaseUrl,
  CurrentTranslations,
  CurrentViewer,
  QueryAs,
  type Translations,
} from '../requests/parameter-decorators.js';

const FOR_QUERY = z.object({
  for: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional()
    .catch(undefined),
});

@Workload('page')
@Controller()
export class ProviderSigningController {
  constructor(
    private readonly providers: ProviderSignIn,
    private readonly confirmation: SigningConfirmation,
  ) {}

  @Get(SIGNING_PATH)
  async begin(
    @CurrentViewer() { id: person, session }: SignedInPerson,
    @QueryAs(FOR_QUERY) { for: command }: z.output<typeof FOR_QUERY>,
    @BaseUrl() site: string,
  ): Promise<Answer> {
    if (command === undefined) throw createBuiltInRefusal('NOT_FOUND');
    const provider = await this.confirmation.findProvider(person);
    if (!provider || session === undefined) throw createBuiltInRefusal('SIGNER_WITHOUT_PASSWORD');
    const redirectUri = `${site}${providerCallbackPath(provider.key)}`;
    const signing = { redirectUri, next: SIGNING_CONFIRMED_PATH, person, session, command };
    const { url, cookie } = await this.providers.beginSigning(provider, signing);
    return goToProvider(url, [
      { name: PROVIDER_SIGN_IN_COOKIE, value: cookie, maxAge: PROVIDER_SIGN_IN_LIFETIME_MS },
    ]);
  }

  @Get(SIGNING_CONFIRMED_PATH)
  confirmed(@CurrentTranslations() { t }: Translations): Answer {
    return page(SigningConfirmedPage, {}, { title: t('sign.confirmed') });
  }
}
