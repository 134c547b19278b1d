import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Accounts } from './accounts.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { ACCEPTS_BASIC, Authentication } from './authentication.js';
import { ApiTokens } from './api-tokens.js';
import { FirstAdmin } from './first-admin.js';
import { IdentityCommands } from './identity-commands.js';
import { LinkSignIn } from './link-sign-in.js';
import { OneTimeLinks } from './one-time-links.js';
import { People } from './people.js';
import { readSessionSecret, SESSION_SECRET } from './session-secret.js';
import { CurrentSignInRules } from './current-sign-in-rules.js';
import { RememberedBrowsers } from './remembered-browsers.js';
import { SessionActivity } from './session-activity.js';
import { OwnerConfirmation } from './owner-confirmation.js';
import { OwnSecondFactor } from './own-second-factor.js';
import { PendingSignIns } from './pending-sign-ins.js';
import { Seals } from './seals.js';
import { SecondFactors } from './second-factors.js';
import { ProviderClient } from './providers/provider-client.js';
import { ProviderRoles } from './providers/provider-roles.js';
import { ProviderSignIn } from './providers/provider-sign-in.js';
import { HAS_PASSWORDS, SIGN_IN_PROVIDERS, type SignInProvider } from './providers/sign-in-provider.js';
import { Sessions } from './sessions.js';
import { SignIn } from './sign-in.js';
import { SignerVerification } from './signer-verification.js';
import { SignOut } from './sign-out.js';

export interface IdentitySettings {
  readonly providers?: readonly SignInProvider[];
  /** false: nobody signs in by a password. */
  readonly passwords?: boolean;
  /** Unless `sessionSecret` is given. */
  readonly data: string;
  readonly sessionSecret?: string;
  /** Whether programs may sign in with a password. */
  readonly basic: boolean;
}

/**
 * Needs the global providers PROJECTION_PROGRESS, PERSONAL_DATA, EVENT_STORE, RATE_LIMITERS, CLOCK and
 * OFFERS_EXAMPLE_PEOPLE, and the command handlers of people.
 */
@Module({
  imports: [CqrsModule],
  providers: [
    IdentityCommands,
    People,
    Sessions,
    SignInAttempts,
    SignIn,
    SignOut,
    Authentication,
    ApiTokens,
    Accounts,
    SignerVerification,
    OneTimeLinks,
    FirstAdmin,
    Seals,
    SecondFactors,
    PendingSignIns,
    OwnSecondFactor,
    OwnerConfirmation,
    ProviderClient,
    ProviderRoles,
    ProviderSignIn,
    LinkSignIn,
    CurrentSignInRules,
    RememberedBrowsers,
    SessionActivity,
  ],
  exports: [
    LinkSignIn,
    ProviderRoles,
    ProviderSignIn,
    SignIn,
    SignOut,
    Accounts,
    ApiTokens,
    Authentication,
    FirstAdmin,
    OneTimeLinks,
    People,
    SignerVerification,
    SecondFactors,
    PendingSignIns,
    OwnSecondFactor,
    OwnerConfirmation,
    CurrentSignInRules,
    SessionActivity,
  ],
})
export class IdentityModule {
  static forRoot({
    data,
    sessionSecret,
    providers = [],
    passwords = true,
    basic,
  }: IdentitySettings): DynamicModule {
    return {
      module: IdentityModule,
      global: true,
      providers: [
        { provide: SESSION_SECRET, useFactory: () => sessionSecret ?? readSessionSecret(data) },
        { provide: SIGN_IN_PROVIDERS, useValue: providers },
        { provide: HAS_PASSWORDS, useValue: passwords },
        { provide: ACCEPTS_BASIC, useValue: basic },
      ],
      exports: [SIGN_IN_PROVIDERS, HAS_PASSWORDS],
    };
  }
}
