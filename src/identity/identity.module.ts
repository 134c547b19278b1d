// Who is who: put together from the read model of people, their personal data and the commands on them.
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { sendCommand } from '../command-handling/send-command.js';
import { findLink } from '../command-handling/people/passwords/find-link.js';
import { digestSignInName } from '../command-handling/people/sign-in-names.js';
import { CLOCK, type Clock } from '../ports/clock.js';
import { EVENT_STORE, PERSONAL_DATA } from '../ports/storage-tokens.js';
import type { EventStore } from '../event-store/event-store.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { Accounts } from './accounts.js';
import { SignInAttempts } from './attempts.js';
import { Authentication } from './authentication.js';
import { FirstAdmin } from './first-admin.js';
import { RUNNING_READ_MODELS } from '#query-handling/query-dependencies.js';
import { OFFERS_EXAMPLE_PEOPLE, People, Sessions, type OffersExamplePeople } from './sessions.js';
import { OneTimeLinks } from './one-time-links.js';
import { readSessionSecret } from './session-secret.js';
import { SignIn } from './sign-in.js';
import { Signatures } from './signatures.js';
import { SignOut } from './sign-out.js';
import type { RunningReadModels } from '../query-handling/running-read-models.js';
import { toNetwork } from '../platform/network.js';
import { RATE_LIMITERS, type RateLimiters } from '../platform/rate-limiters.js';

/** What of the configuration sign-in needs to know. */
export interface IdentitySettings {
  /** Folder the session secret is kept in. */
  readonly data: string;
}

/**
 * Exports `SignIn`, `SignOut`, `Accounts`, `Authentication`, `FirstAdmin`, `OneTimeLinks` and `People`. Asks the application for RUNNING_READ_MODELS,
 * PERSONAL_DATA, EVENT_STORE, RATE_LIMITERS, CLOCK and OFFERS_EXAMPLE_PEOPLE (from a global module) and for the command handlers of people.
 */
@Module({})
export class IdentityModule {
  static with(settings: IdentitySettings): DynamicModule {
    return {
      module: IdentityModule,
      global: true,
      imports: [CqrsModule],
      providers: providers(settings),
      exports: [SignIn, SignOut, Accounts, Authentication, FirstAdmin, OneTimeLinks, People, Signatures],
    };
  }
}

/** An address is recognised again without being kept. */
const placeOf = (personalData: PersonalData) => (address: string) =>
  personalData.digest(`network ${toNetwork(address)}`).slice(0, 32);

/** Milliseconds a sign-in waits for people to be known as the log has them; then it goes by what is known. */
const PATIENCE_MS = 2_000;

const providers = ({ data }: IdentitySettings): Provider[] => [
  {
    provide: People,
    useFactory: (readModels: RunningReadModels, personalData: PersonalData) =>
      new People(readModels, personalData),
    inject: [RUNNING_READ_MODELS, PERSONAL_DATA],
  },
  {
    provide: Sessions,
    useFactory: (clock: Clock) => new Sessions(readSessionSecret(data), clock),
    inject: [CLOCK],
  },
  {
    provide: SignInAttempts,
    useFactory: (limiters: RateLimiters, personalData: PersonalData) =>
      // A monotonic clock: adjustments of the system clock do not extend a wait.
      new SignInAttempts({ limiters, placeOf: placeOf(personalData), now: () => performance.now() }),
    inject: [RATE_LIMITERS, PERSONAL_DATA],
  },
  {
    provide: SignIn,
    useFactory: (
      ...[
        people,
        sessions,
        attempts,
        commands,
        personalData,
        store,
        readModels,
        offersExamplePeople,
      ]: SignInDependencies
    ) =>
      new SignIn({
        people,
        sessions,
        attempts,
        send: async (command) => sendCommand(commands, command),
        digest: (name) => digestSignInName({ personalData }, name),
        placeOf: placeOf(personalData),
        demo: async () => offersExamplePeople(people),
        upToDate: async () => {
          await readModels.waitFor(await store.head(), PATIENCE_MS, ['people']);
        },
      }),
    inject: [
      People,
      Sessions,
      SignInAttempts,
      CommandBus,
      PERSONAL_DATA,
      EVENT_STORE,
      RUNNING_READ_MODELS,
      OFFERS_EXAMPLE_PEOPLE,
    ],
  },
  {
    provide: Authentication,
    useFactory: (
      people: People,
      sessions: Sessions,
      signIn: SignIn,
      offersExamplePeople: OffersExamplePeople,
    ) => new Authentication(people, sessions, signIn, async () => offersExamplePeople(people)),
    inject: [People, Sessions, SignIn, OFFERS_EXAMPLE_PEOPLE],
  },
  {
    provide: SignOut,
    useFactory: (sessions: Sessions, commands: CommandBus, readModels: RunningReadModels) =>
      new SignOut({
        sessions,
        write: async (command) => sendCommand(commands, command),
        seen: async (position) => readModels.waitFor(position, PATIENCE_MS, ['people']),
      }),
    inject: [Sessions, CommandBus, RUNNING_READ_MODELS],
  },
  ...ofAccounts(data),
  {
    provide: FirstAdmin,
    useFactory: (people: People, commands: CommandBus) =>
      new FirstAdmin(people, async (command) => sendCommand(commands, command), readSessionSecret(data)),
    inject: [People, CommandBus],
  },
];

const ofAccounts = (data: string): Provider[] => [
  {
    provide: Accounts,
    useFactory: (
      ...[people, sessions, signIn, personalData, commands, readModels, clock]: AccountsDependencies
    ) =>
      new Accounts({
        people,
        sessions,
        signIn,
        personalData,
        send: async (command) => sendCommand(commands, command),
        seen: async (position) => readModels.waitFor(position, PATIENCE_MS, ['people']),
        placeOf: placeOf(personalData),
        now: () => Date.parse(clock()),
      }),
    inject: [People, Sessions, SignIn, PERSONAL_DATA, CommandBus, RUNNING_READ_MODELS, CLOCK],
  },
  {
    provide: Signatures,
    useFactory: (people: People, sessions: Sessions, signIn: SignIn, readModels: RunningReadModels) =>
      new Signatures({
        people,
        sessions,
        signIn,
        seen: async (position) => readModels.waitFor(position, PATIENCE_MS, ['people']),
      }),
    inject: [People, Sessions, SignIn, RUNNING_READ_MODELS],
  },
  {
    provide: OneTimeLinks,
    useFactory: (...[commands, store, personalData, readModels, clock]: LinksDependencies) =>
      new OneTimeLinks({
        send: async (command) => sendCommand(commands, command),
        linkOf: async (person) => findLink({ store, personalData }, person),
        seen: async (position) => readModels.waitFor(position, PATIENCE_MS, ['people']),
        now: () => Date.parse(clock()),
        secret: readSessionSecret(data),
      }),
    inject: [CommandBus, EVENT_STORE, PERSONAL_DATA, RUNNING_READ_MODELS, CLOCK],
  },
];

type LinksDependencies = [CommandBus, EventStore, PersonalData, RunningReadModels, Clock];
type AccountsDependencies = [People, Sessions, SignIn, PersonalData, CommandBus, RunningReadModels, Clock];
type SignInDependencies = [
  People,
  Sessions,
  SignInAttempts,
  CommandBus,
  PersonalData,
  EventStore,
  RunningReadModels,
  OffersExamplePeople,
];
