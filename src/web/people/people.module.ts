// Signing in, one's own account, deputies, notifications, and the administration of people.
import { Module } from '@nestjs/common';
import { AppearanceController } from './appearance.controller.js';
import { LinkPages } from './link-pages.js';
import { SignInController } from './sign-in.controller.js';
import { WelcomeController } from './welcome.controller.js';
import { AccountController } from './account.controller.js';
import { RegisterController } from './register.controller.js';
import { PersonController } from './person.controller.js';
import { DeputiesController } from './deputies.controller.js';
import { NoticesController } from './notices.controller.js';
import { PeopleController } from './people.controller.js';

@Module({
  controllers: [
    AppearanceController,
    SignInController,
    WelcomeController,
    AccountController,
    RegisterController,
    PersonController,
    DeputiesController,
    NoticesController,
    PeopleController,
  ],
  providers: [LinkPages],
})
export class PeopleModule {}
