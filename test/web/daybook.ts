// A whole Daybook: real engines in a temporary folder, real HTTP, example people.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { v7 as uuid } from 'uuid';
import { createApp } from '#app.module.js';
import { sendCommand } from '#command-handling/send-command.js';
import type { Clock } from '#ports/clock.js';
import { readConfiguration, type Configuration } from '#configuration/configuration.js';
import type { Command, CommandResult } from '#domain/command.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import type { ExampleDataState } from '#web/layout/example-data-state.js';
import { openInstallation, type Installation } from '#installation/installation.js';

export const ORDERS = readFileSync(new URL('./fixtures/orders.md', import.meta.url), 'utf8');

export const PEOPLE = {
  clerk: { id: '01900000-0000-7000-8000-00000000c1e4', name: 'Clara Clerk', roles: [['orders', 'clerk']] },
  second: { id: '01900000-0000-7000-8000-00000000c1e5', name: 'Carl Clerk', roles: [['orders', 'clerk']] },
  boss: { id: '01900000-0000-7000-8000-00000000b055', name: 'Bea Boss', roles: [['orders', 'boss']] },
  admin: { id: '01900000-0000-7000-8000-00000000ad10', name: 'Ada Admin', roles: [['-', 'admin']] },
  guest: { id: '01900000-0000-7000-8000-000000009e57', name: 'Gus Guest', roles: [] },
} as const satisfies Record<
  string,
  { id: string; name: string; roles: readonly (readonly [string, string])[] }
>;

export type Who = keyof typeof PEOPLE;
export type Browser = ReturnType<typeof request.agent>;

export interface Daybook {
  readonly app: NestExpressApplication;
  readonly installation: Installation;
  send(command: Command<unknown>): Promise<CommandResult>;
  /** Read models have everything that was written. */
  settled(): Promise<void>;
  /** Not signed in. */
  browser(): Browser;
  /** Signed in. */
  as(who: Who): Promise<Browser>;
  close(): Promise<void>;
}

interface Settings {
  readonly demo?: boolean;
  readonly secure?: boolean;
  /** false: without the example people. */
  readonly peopled?: boolean;
  /** Other engines, role of the process, and the like. */
  readonly on?: Partial<Configuration>;
  readonly clock?: Clock;
  /** 0: any. */
  readonly port?: number;
  /** Survives closing, for another Daybook on the same data. */
  readonly folder?: string;
  readonly examples?: ExampleDataState;
}

export const newFolder = () => mkdtempSync(join(tmpdir(), 'daybook-web-'));

export const system = () => ({ actor: 'system', commandId: uuid() });

export async function startDaybook({
  demo = true,
  secure = false,
  peopled = true,
  on = {},
  clock,
  folder: shared,
  examples,
  port = 0,
}: Settings = {}): Promise<Daybook> {
  const folder = shared ?? newFolder();
  const configuration = {
    ...readConfiguration({ data: folder }, {}),
    rates: { person: 0, address: 0 },
    demo,
    secure,
    log: 'silent' as const,
    ...on,
  };
  const installation = await openInstallation(configuration, clock);
  const app = await createApp(installation, async () => demo, examples);
  await app.listen(port, '127.0.0.1');
  const bus = app.get(CommandBus);
  const send = async (command: Command<unknown>) => sendCommand(bus, command);
  const settled = async () => {
    await installation.projections.waitFor(await installation.store.head(), 10_000);
  };
  if (peopled) await people(send);
  await settled();
  const browser = () => request.agent(app.getHttpServer());
  return {
    app,
    installation,
    send,
    settled,
    browser,
    async as(who) {
      const agent = browser();
      const answer = await agent.post('/-/sign-in/demo').type('form').send({ person: PEOPLE[who].id });
      if (answer.status !== 303) throw new Error(`${who} could not sign in: ${answer.status} ${answer.text}`);
      return agent;
    },
    async close() {
      await app.close();
      await installation.close();
      if (shared === undefined) rmSync(folder, { recursive: true });
    },
  };
}

async function people(send: Daybook['send']): Promise<void> {
  await send(new PublishSpecification({ text: ORDERS, context: system() }));
  for (const { id, name, roles } of Object.values(PEOPLE)) {
    const given = roles.map(([application, role]) => ({ application, role }));
    await send(new RegisterUser({ id, name, demo: true, roles: given, context: system() }));
  }
}

/** Value of an input; of a hidden one where no other has the name. */
export function inputIn(html: string, name: string): string | undefined {
  const escaped = name.replaceAll('.', '\\.');
  const tags = [...html.matchAll(new RegExp(`<input[^>]*name="${escaped}"[^>]*>`, 'g'))].map(([tag]) => tag);
  const tag = tags.find((each) => !each.includes('type="hidden"')) ?? tags[0];
  return tag && decoded(/ value="([^"]*)"/.exec(tag)?.[1] ?? '');
}

export function decoded(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Hidden inputs of the form, without fields. */
export function hiddenIn(html: string): Record<string, string> {
  const form = /<form class="card db-form"[\s\S]*?<\/form>/.exec(html)?.[0] ?? html;
  const tags = form.match(/<input type="hidden"[^>]*>/g) ?? [];
  return Object.fromEntries(
    tags
      .filter((tag) => / name="(_|commandId|seen)/.test(tag))
      .map((tag) => [/name="([^"]*)"/.exec(tag)![1]!, decoded(/value="([^"]*)"/.exec(tag)?.[1] ?? '')]),
  );
}
