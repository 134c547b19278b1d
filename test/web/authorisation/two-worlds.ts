// Two Daybooks with the same ids, clock and commands, which differ only in hidden values.
import { get as listen, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'supertest';
import type { Command } from '#domain/command.js';
import { startDaybook, type Browser, type Daybook } from '../daybook.js';
import type { Ask } from './routes.js';

/** One value per world. */
export type Pair<T> = readonly [T, T];

export interface TwoWorlds {
  readonly daybooks: Pair<Daybook>;
  /** The same, or one for each. */
  send(command: (world: 0 | 1) => Command<unknown>): Promise<void>;
  signIn(person: string): Promise<Pair<Browser>>;
  answers(browsers: Pair<Browser>, ask: Ask): Promise<Pair<string>>;
  /** Of an event stream. */
  firstNews(browsers: Pair<Browser>, path: string): Promise<Pair<string>>;
  close(): Promise<void>;
}

const both = <T>(make: (world: 0 | 1) => Promise<T>): Promise<[T, T]> => Promise.all([make(0), make(1)]);

export async function startTwoWorlds(): Promise<TwoWorlds> {
  let now = Date.parse('2026-11-20T10:00:00.000Z');
  const clock = () => new Date(now).toISOString();
  const daybooks = await both(() =>
    startDaybook({ clock, peopled: false, on: { site: 'https://daybook.example' } }),
  );
  const settled = async () => {
    await both((world) => daybooks[world].settled());
    now += 1_000;
  };
  return {
    daybooks,
    async send(command) {
      await both((world) => daybooks[world].send(command(world)));
      await settled();
    },
    async signIn(person) {
      const browsers = await both(async (world) => {
        const browser = daybooks[world].browser();
        await browser.post('/-/sign-in/demo').type('form').send({ person }).expect(303);
        return browser;
      });
      await settled();
      return browsers;
    },
    async answers(browsers, ask) {
      const told = await both((world) => answer(browsers[world], ask));
      await settled();
      return told;
    },
    firstNews: async (browsers, path) => both((world) => firstNews(daybooks[world], browsers[world], path)),
    async close() {
      await both((world) => daybooks[world].close());
    },
  };
}

async function answer(browser: Browser, { method, path, body, form, headers = {} }: Ask): Promise<string> {
  const asked = browser[method](path).set(headers).redirects(0).buffer(true);
  const response: Response = await (form ? asked.type('form').send(body) : asked.send(body));
  return comparable(response.status, response.headers, response.text ?? '');
}

async function firstNews({ app }: Daybook, browser: Browser, path: string): Promise<string> {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const { CookieAccessInfo } = await import('cookiejar');
  const { jar } = browser as unknown as { jar: { getCookies(at: object): { toValueString(): string } } };
  const cookie = jar.getCookies(new CookieAccessInfo('127.0.0.1', '/', false, false)).toValueString();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    listen({ port, path, headers: { cookie } }, resolve).on('error', reject);
  });
  const text = await new Promise<string>((resolve) => {
    response
      .setEncoding('utf8')
      // Heartbeats come at different times.
      .on('data', (chunk: string) => {
        const news = chunk.replaceAll(/^:\n\n/gm, '');
        if (news !== '') resolve(news);
      })
      .once('end', () => resolve(''));
  });
  response.destroy();
  return comparable(response.statusCode!, response.headers, text);
}

/** Cookies by name; random values (server-made ids, sealed cursors) by length. */
function comparable(status: number, headers: object, text: string): string {
  const { date: _, 'set-cookie': cookies = [], ...said } = headers as Record<string, unknown>;
  const names = (cookies as readonly string[]).map((cookie) => cookie.split('=')[0]);
  return [status, JSON.stringify(said), names.join(), text].map(String).map(withoutChance).join('\n');
}

/** Prefix of ids of this test; others are made by the server. */
export const OURS = '01900000-';
const CURSOR = /\b(after|before|history)=([\w-]+)/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[478][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const CORRELATION = /("(?:x-)?correlation-?id":")[^"]*/gi;

/** Each world has its own key; see same-command.spec.ts. */
const FINGERPRINT = /(payload(?:"|&quot;): (?:"|&quot;))[0-9a-f]{6}\b/g;

/** Sealed into forms with a key and an initialisation vector of their own. */
const SEAL = /(name="(?:tried|sealed)" value=")([\w.*-]+)/g;

/** Secrets of API tokens and one-time links; tokens' ids are told with the secret first. */
const TOKEN = /\bdaybook_([0-9a-f]{16})_[\w-]{43}\b/g;
const LINK = /(\?token=[\w-]+\.)[\w-]{43}/g;
const tokenIds = new Set<string>();

/** Files of exports have ids that nobody else knows, and by them another digest. */
const FILE_DIGEST = /(sha256[^0-9a-f]{3,20})[0-9a-f]{64}\b/g;

const withoutChance = (text: string): string =>
  text
    .replaceAll(TOKEN, (_, id: string) => {
      tokenIds.add(id);
      return 'made-up';
    })
    .replaceAll(/\b[0-9a-f]{16}\b/g, (id) => (tokenIds.has(id) ? 'made-up' : id))
    .replaceAll(LINK, '$1')
    .replaceAll(FILE_DIGEST, '$1')
    .replaceAll(CORRELATION, '$1')
    .replaceAll(FINGERPRINT, '$1')
    .replaceAll(UUID, (id) => (id.startsWith(OURS) ? id : 'made-up'))
    .replaceAll(CURSOR, (_, name: string, cursor: string) => `${name}=${'·'.repeat(cursor.length)}`)
    .replaceAll(SEAL, (_, name: string, seal: string) => name + '·'.repeat(seal.length));
