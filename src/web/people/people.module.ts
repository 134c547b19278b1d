import { Module } from '@nestjs/common';
import { AppearanceController } from './appearance.controller.js';
import { OneTimeLinkPages } from './one-time-link-pages.js';
import { SignInController } from './sign-in.controller.js';
import { ProviderRolesController } from './provider-roles.controller.js';
import { ProviderSignInController } from './provider-sign-in.controller.js';
import { ProviderSigningController } from './provider-signing.controller.js';
import { ProviderSignOutController } from './provider-sign-out.controller.js';
import { SessionAnswers } from './session-answers.js';
import { WelcomeController } from './welcome.controller.js';
import { AccountController } from './account.controller.js';
import { RegisterPersonController } from './register-person.controller.js';
import { ChangePersonController } from './change-person.controller.js';
import { DeputiesController } from './delegations.controller.js';
import { NoticesController } from './notices.controller.js';
import { RoleHoldersController } from './role-holders.controller.js';
import { SecondFactorController } from './second-factor.controller.js';
import { CodeSignInController } from './code-sign-in.controller.js';
import { SetUpSignInController } from './set-up-sign-in.controller.js';
import { SignOutController } from './sign-out.controller.js';
import { SignInPages } from './sign-in-pages.js';
import { AccountSections } from './account-sections.js';
import { AccountPages } from './account-pages.js';
import { FirstAdminAnswers } from './first-admin-answers.js';
import { PersonLinkAnswers } from './person-link-answers.js';
import { ResetSecondFactorController } from './reset-second-factor.controller.js';
import { SignInRulesController } from './sign-in-rules.controller.js';
import { UnlinkIdentityController } from './unlink-identity.controller.js';
import { PeopleApiController } from './people-api.controller.js';
import { PeopleController } from './people.controller.js';

@Module({
  controllers: [
    AppearanceController,
    SignInController,
    ProviderSignInController,
    ProviderSignOutController,
    ProviderSigningController,
    ProviderRolesController,
    WelcomeController,
    AccountController,
    RegisterPersonController,
    ChangePersonController,
    DeputiesController,
    NoticesController,
    PeopleController,
    RoleHoldersController,
    SecondFactorController,
    ResetSecondFactorController,
    SignInRulesController,
    CodeSignInController,
    SetUpSignInController,
    SignOutController,
    UnlinkIdentityController,
    PeopleApiController,
  ],
  providers: [
    AccountPages,
    AccountSections,
    FirstAdminAnswers,
    OneTimeLinkPages,
    PersonLinkAnswers,
    SessionAnswers,
    SignInPages,
  ],
})
export class PeopleModule {}
