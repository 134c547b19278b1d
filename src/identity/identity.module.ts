import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Accounts } from './accounts.js';
import { ApiTokens } from './api-tokens.js';
import { AttemptLimits } from './attempts/attempt-limits.js';
import { AttemptLog } from './attempts/attempt-log.js';
import { ACCEPTS_BASIC, Authentication } from './authentication.js';
import { CurrentSignInRules } from './current-sign-in-rules.js';
import { EndedSessionCheck } from './ended-session-check.js';
import { FirstAdmin } from './first-admin.js';
import { IdentityCommands } from './identity-commands.js';
import { OneTimeLinks } from './one-time-links.js';
import { OwnPassword } from './own-password.js';
import { OwnerConfirmation } from './owner-confirmation.js';
import { OwnSecondFactor } from './own-second-factor.js';
import { People } from './people.js';
import { ProviderClient } from './providers/provider-client.js';
import { ProviderRoles } from './providers/provider-roles.js';
import { ProviderIntents } from './providers/provider-intents.js';
import { ProviderPeople } from './providers/provider-people.js';
import { ProviderSessions } from './providers/provider-sessions.js';
import { ProviderSignIn } from './providers/provider-sign-in.js';
import { ProviderSigning } from './providers/provider-signing.js';
import { ProviderSignOut } from './providers/provider-sign-out.js';
import { HAS_PASSWORDS, SIGN_IN_PROVIDERS, type SignInProvider } from './providers/sign-in-provider.js';
import { Seals } from './seals.js';
import { CodeVerification } from './second-factor/code-verification.js';
import { RecoveryCodes } from './second-factor/recovery-codes.js';
import { RememberedBrowsers } from './second-factor/remembered-browsers.js';
import { SecondFactorSetUps } from './second-factor/second-factor-set-ups.js';
import { SecondFactorUse } from './second-factor/second-factor-use.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { SessionActivity } from './session-activity.js';
import { readSessionSecret, SESSION_SECRET } from './session-secret.js';
import { Sessions } from './sessions.js';
import { CodeSignIn } from './sign-in/code-sign-in.js';
import { ExampleSignIn } from './sign-in/example-sign-in.js';
import { LinkSignIn } from './sign-in/link-sign-in.js';
import { PasswordVerification } from './sign-in/password-verification.js';
import { PendingSignIns } from './sign-in/pending-sign-ins.js';
import { ProgramSignIn } from './sign-in/program-sign-in.js';
import { SecondFactorRequirement } from './sign-in/second-factor-requirement.js';
import { SessionStart } from './sign-in/session-start.js';
import { SetUpSignIn } from './sign-in/set-up-sign-in.js';
import { SignIn } from './sign-in/sign-in.js';
import { SignOut } from './sign-in/sign-out.js';
import { SignerVerification } from './sign-in/signer-verification.js';
import { SigningConfirmation } from './sign-in/signing-confirmation.js';

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
    Seals,
    CurrentSignInRules,
    Sessions,
    SessionActivity,
    EndedSessionCheck,
    Authentication,
    ApiTokens,
    AttemptLimits,
    AttemptLog,
    PasswordVerification,
    SecondFactors,
    SecondFactorSetUps,
    RecoveryCodes,
    CodeVerification,
    SecondFactorUse,
    RememberedBrowsers,
    SecondFactorRequirement,
    SessionStart,
    SignIn,
    PendingSignIns,
    CodeSignIn,
    SetUpSignIn,
    LinkSignIn,
    ExampleSignIn,
    ProgramSignIn,
    SignOut,
    SignerVerification,
    SigningConfirmation,
    ProviderClient,
    ProviderRoles,
    ProviderIntents,
    ProviderPeople,
    ProviderSessions,
    ProviderSignIn,
    ProviderSignOut,
    ProviderSigning,
    FirstAdmin,
    OneTimeLinks,
    Accounts,
    OwnPassword,
    OwnSecondFactor,
    OwnerConfirmation,
  ],
  exports: [
    ProviderPeople,
    ProviderSessions,
    People,
    CurrentSignInRules,
    SessionActivity,
    Authentication,
    ApiTokens,
    SecondFactors,
    SecondFactorSetUps,
    SignIn,
    PendingSignIns,
    CodeSignIn,
    SetUpSignIn,
    LinkSignIn,
    ExampleSignIn,
    SignOut,
    SignerVerification,
    SigningConfirmation,
    ProviderRoles,
    ProviderSignIn,
    ProviderSignOut,
    FirstAdmin,
    OneTimeLinks,
    Accounts,
    OwnPassword,
    OwnSecondFactor,
    OwnerConfirmation,
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
        { provide: ACCEPTS_BASIC, useValue: basic && passwords },
      ],
      exports: [SIGN_IN_PROVIDERS, HAS_PASSWORDS, ACCEPTS_BASIC],
    };
  }
}
