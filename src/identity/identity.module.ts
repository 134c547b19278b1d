// Who is who: put together from the read model of people, their personal data and the commands on them.
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { dispatch } from '../command-handling/dispatch.js';
import { signInDigest } from '../command-handling/people/sign-in-names.js';
import { EVENT_STORE, PERSONAL_DATA } from '../command-handling/ports.js';
import type { EventStore } from '../event-store/event-store.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { Attempts } from './attempts.js';
import { Authentication } from './authentication.js';
import { FirstAdmin } from './first-admin.js';
import { RUNNING_READ_MODELS, type RunningReadModels } from '../query-handling/ports.js';
import { People } from './people.js';
import { sessionSecret } from './session-secret.js';
import { Sessions } from './sessions.js';
import { SignIn } from './sign-in.js';

/** What of the configuration sign-in needs to know. */
export interface IdentitySettings {
  /** Folder the session secret is kept in. */
  readonly data: string;
  /** Whether demo people may be signed in with one click. */
  readonly demo: boolean;
}

/**
 * Exports `SignIn`, `Authentication`, `FirstAdmin` and `People`. Asks the application for RUNNING_READ_MODELS and PERSONAL_DATA
 * (from a global module) and for the command handlers of people.
 */
@Module({})
export class IdentityModule {
  static with(settings: IdentitySettings): DynamicModule {
    return {
      module: IdentityModule,
      global: true,
      imports: [CqrsModule],
      providers: providers(settings),
      exports: [SignIn, Authentication, FirstAdmin, People],
    };
  }
}

/** Milliseconds a sign-in waits for people to be known as the log has them; then it goes by what is known. */
const PATIENCE_MS = 2_000;

const providers = ({ data, demo }: IdentitySettings): Provider[] => [
  {
    provide: People,
    useFactory: (readModels: RunningReadModels, personalData: PersonalData) =>
      new People(readModels, personalData),
    inject: [RUNNING_READ_MODELS, PERSONAL_DATA],
  },
  { provide: Sessions, useFactory: () => new Sessions(sessionSecret(data)) },
  { provide: Attempts, useFactory: () => new Attempts() },
  {
    provide: SignIn,
    useFactory: (...[people, sessions, attempts, commands, personalData, store, readModels]: Injected) =>
      new SignIn({
        people,
        sessions,
        attempts,
        note: async (command) => dispatch(commands, command),
        digest: (name) => signInDigest({ personalData }, name),
        demo,
        upToDate: async () => {
          await readModels.waitFor(await store.head(), PATIENCE_MS, ['people']);
        },
      }),
    inject: [People, Sessions, Attempts, CommandBus, PERSONAL_DATA, EVENT_STORE, RUNNING_READ_MODELS],
  },
  {
    provide: Authentication,
    useFactory: (people: People, sessions: Sessions, signIn: SignIn) =>
      new Authentication(people, sessions, signIn),
    inject: [People, Sessions, SignIn],
  },
  {
    provide: FirstAdmin,
    useFactory: (people: People, commands: CommandBus) =>
      new FirstAdmin(people, async (command) => dispatch(commands, command)),
    inject: [People, CommandBus],
  },
];

type Injected = [People, Sessions, Attempts, CommandBus, PersonalData, EventStore, RunningReadModels];
