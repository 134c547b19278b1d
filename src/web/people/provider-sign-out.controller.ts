// Providers call it (back-channel logout): the token is signed, and no cookie comes along.
import { Body, Controller, HttpStatus, Inject, Param, Post } from '@nestjs/common';
import { PROVIDER_SIGN_IN_PATH } from '#views/addresses.js';
import { InvalidLogoutToken } from '#identity/providers/logout-token.js';
import { ProviderRefused } from '#identity/providers/provider-error.js';
import type { SignInProvider } from '#identity/providers/sign-in-provider.js';
import { ProviderSignOut } from '#identity/providers/provider-sign-out.js';
import { Public } from '../authorization/authorization.decorators.js';
import { LOG, type Log } from '../errors/server-log.js';
import type { Form } from '../http/request-body.js';
import { json, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import { CorrelationId, FormPipe } from '../requests/parameter-decorators.js';
import { ProviderPipe } from './provider.pipe.js';

const NO_STORE = { 'Cache-Control': 'no-store' };

@Workload('small')
@Controller(PROVIDER_SIGN_IN_PATH)
export class ProviderSignOutController {
  constructor(
    private readonly signOut: ProviderSignOut,
    @Inject(LOG) private readonly log: Log,
  ) {}

  @Post(':provider/logout')
  @Public()
  async end(
    @Param('provider', ProviderPipe) provider: SignInProvider,
    @Body(FormPipe) { logout_token: token = '' }: Form,
    @CorrelationId() id: string,
  ): Promise<Answer> {
    try {
      await this.signOut.end(provider, token, id);
      return json({}, { status: HttpStatus.OK, headers: NO_STORE });
    } catch (error) {
      if (error instanceof ProviderRefused)
        this.log.warn(
          { about: 'ProviderRefused', provider: provider.key, id },
          `${error.message} ${error.details}`,
        );
      if (!(error instanceof InvalidLogoutToken)) throw error;
      this.log.warn({ about: 'InvalidLogoutToken', provider: provider.key, id }, error.message);
      const refusal = { error: 'invalid_request', error_description: error.message };
      return json(refusal, { status: HttpStatus.BAD_REQUEST, headers: NO_STORE });
    }
  }
}
