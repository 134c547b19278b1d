// Real log, projections and HTTP; a header names the person instead of a session.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module, type DynamicModule, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { v7 as uuid } from 'uuid';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import { sendCommand } from '#command-handling/send-command.js';
import type { Command, CommandResult } from '#domain/command.js';
import {
  AssignRecord,
  ChangeRecord,
  CommentRecord,
  OpenRecord,
  TakeAction,
  type RecordInput,
} from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { IdentityModule } from '#identity/identity.module.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { PortsModule } from '#installation/ports.module.js';
import { openInstallation, type Installation } from '#installation/installation.js';
import { openQueryDependencies } from '#query-handling/open-query-dependencies.js';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';
import { createBodyReader } from '#web/http/request-body.js';
import { QueryHandlingModule } from '#query-handling/query-handling.module.js';
import { createLog, LOG } from '#web/errors/server-log.js';
import { WebModule } from '#web/web.module.js';
import { createOwnWritesMiddleware } from '#web/http/cookies.js';
import { createHttpAdapter } from '#web/shell/http-adapter.js';
import { readConfiguration } from '#configuration/configuration.js';
import { OFFERS_EXAMPLE_PEOPLE } from '#identity/people.js';
import { EXAMPLE_DATA_STATE, NO_EXAMPLE_DATA } from '#web/layout/example-data-state.js';
import { SECRETS } from '#web/calls/read-secret.js';
import { SECURE_COOKIES } from '#web/http/response-cookies.js';
import { SITE, findRequestedSite } from '#web/http/site.js';

@Global()
@Module({
  providers: [
    { provide: LOG, useValue: createLog('silent') },
    { provide: SITE, useValue: findRequestedSite },
    { provide: SECURE_COOKIES, useValue: false },
    { provide: EXAMPLE_DATA_STATE, useValue: NO_EXAMPLE_DATA },
    { provide: SECRETS, useValue: () => undefined },
    { provide: OFFERS_EXAMPLE_PEOPLE, useValue: async () => false },
  ],
  exports: [LOG, SITE, SECURE_COOKIES, EXAMPLE_DATA_STATE, OFFERS_EXAMPLE_PEOPLE, SECRETS],
})
class Around {}

@Module({})
class Reading {
  static over(installation: Installation): DynamicModule {
    const { data } = installation.configuration;
    const imports = [
      Around,
      PortsModule.forRoot(installation),
      CommandHandlingModule,
      IdentityModule.forRoot({ data, basic: true }),
      QueryHandlingModule,
      WebModule,
    ];
    return { module: Reading, imports };
  }
}

export interface ReadingApp {
  readonly app: INestApplication;
  readonly installation: Installation;
  readonly sources: QueryDependencies;
  /** Waits until pages show it. */
  send(command: Command<unknown>): Promise<CommandResult>;
  publish(text: string): Promise<void>;
  person(name: string, ...roles: string[]): Promise<SignedInPerson>;
  open(by: SignedInPerson, entity: string, input: RecordInput): Promise<string>;
  act(
    by: SignedInPerson,
    entity: string,
    id: string,
    action: string,
    more?: { input?: RecordInput; reason?: string },
  ): Promise<CommandResult>;
  change(by: SignedInPerson, entity: string, id: string, input: RecordInput): Promise<CommandResult>;
  comment(by: SignedInPerson, entity: string, id: string, text: string): Promise<CommandResult>;
  assign(by: SignedInPerson, entity: string, id: string, to: string): Promise<CommandResult>;
  get(by: SignedInPerson | undefined, path: string): supertest.Test;
  post(by: SignedInPerson, path: string, form: Readonly<Record<string, string>>): supertest.Test;
  close(): Promise<void>;
}

export const APPLICATION = 'shop';
const context = (actor: string) => ({ actor, commandId: uuid(), correlationId: uuid() });

/** As environment variables, such as `DAYBOOK_READS`. */
export async function readingApp(
  clock?: () => string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ReadingApp> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-reading-'));
  const installation = await openInstallation(
    readConfiguration({ data: folder, demo: false }, settings),
    clock,
  );
  const app = await NestFactory.create<NestExpressApplication>(
    Reading.over(installation),
    createHttpAdapter({ proxies: [], secure: false }),
    {
      logger: false,
      abortOnError: false,
      bodyParser: false,
    },
  );
  app.use(createBodyReader());
  app.use(asInHeader);
  app.use(createOwnWritesMiddleware(installation.projections));
  await app.init();
  const bus = app.get(CommandBus);
  const people = new Map<string, SignedInPerson>();

  async function send(command: Command<unknown>): Promise<CommandResult> {
    const written = await sendCommand(bus, command);
    await installation.projections.waitFor(written.position, 5_000);
    return written;
  }

  const on = (by: SignedInPerson, entity: string, id: string) => ({
    application: APPLICATION,
    entity,
    id,
    context: context(by.id),
  });
  async function seen(entity: string, id: string): Promise<number> {
    const records = installation.projections.generation('records');
    return (await records.get<{ version: number }>(`${APPLICATION}.${entity}`, id))!.version;
  }

  const sources = openQueryDependencies({
    readModels: installation.projections,
    specifications: installation.specifications,
    personal: installation.personal,
    files: installation.files,
    readPositions: installation.readModels,
    now: installation.clock,
  });
  return {
    app,
    installation,
    sources,
    send,
    async publish(text) {
      await send(new PublishSpecification({ text, context: context('system') }));
    },
    async person(name, ...held) {
      const id = uuid();
      const roles = held.map((role) => {
        const [application, key] = role.includes(':') ? role.split(':') : [APPLICATION, role];
        return { application: application!, role: key! };
      });
      await send(new RegisterUser({ id, name, roles, context: context('system') }));
      const byApplication: Record<string, string[]> = {};
      for (const { application, role } of roles) (byApplication[application] ??= []).push(role);
      const own = byApplication['-'] ?? [];
      const person = {
        id,
        name,
        admin: own.includes('admin'),
        auditor: own.includes('auditor'),
        demo: false,
        roles: byApplication,
      };
      people.set(id, person);
      return person;
    },
    async open(by, entity, input) {
      const id = uuid();
      await send(new OpenRecord({ application: APPLICATION, entity, id, input, context: context(by.id) }));
      return id;
    },
    act: async (by, entity, id, action, { input = {}, reason } = {}) =>
      send(
        new TakeAction({ ...on(by, entity, id), action, input, reason, baseVersion: await seen(entity, id) }),
      ),
    change: async (by, entity, id, input) =>
      send(new ChangeRecord({ ...on(by, entity, id), input, baseVersion: await seen(entity, id) })),
    comment: async (by, entity, id, text) => send(new CommentRecord({ ...on(by, entity, id), text })),
    assign: async (by, entity, id, to) =>
      send(new AssignRecord({ ...on(by, entity, id), to, baseVersion: await seen(entity, id) })),
    get(by, path) {
      const request = supertest(app.getHttpServer()).get(path);
      return by ? request.set('x-person', encodeURIComponent(JSON.stringify(by))) : request;
    },
    post: (by, path, form) =>
      supertest(app.getHttpServer())
        .post(path)
        .set('x-person', encodeURIComponent(JSON.stringify(by)))
        .type('form')
        .send(form),
    async close() {
      await app.close();
      sources.names.close();
      await installation.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function asInHeader(
  request: Express.Request & { headers: Record<string, string | undefined> },
  _: unknown,
  next: () => void,
) {
  const said = request.headers['x-person'];
  request.correlationId = uuid();
  if (said !== undefined) request.signedIn = JSON.parse(decodeURIComponent(said)) as SignedInPerson;
  next();
}
