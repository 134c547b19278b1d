// A Daybook with constants that somebody may change: for tests of who does, and of what it means.
import { v7 as uuid } from 'uuid';
import type { Configuration } from '#configuration/configuration.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '../specification/documents.js';
import { hiddenIn, startDaybook, system, type Browser, type Daybook } from '../web/daybook.js';

export const PASSWORD = 'a sentence is fine';

export const document = (
  constants = '  limit: { value: 100 EUR, from: 2026-01-01 }',
  share = 'record.amount / 2',
) =>
  documentOf({
    1: 'name: Claims\nkey: claims\ntimeZone: Europe/Berlin',
    2: 'screens: { /claims: { list: Claim }, /large: { list: Claim, where: record.amount > constants.limit } }',
    3: `entities:
  Claim:
    title: "{title}"
    fields:
      title: { type: text, required: true }
      amount: { type: money, required: true }
      country: { type: choice, of: [DE, FR, IT], required: true }
      days: integer
      allowance: { type: money, computed: "record.days * constants.perDiem[record.country]" }
      share: { type: money, computed: "${share}" }`,
    5: `rules:
  R1: { on: Claim, check: record.amount <= constants.limit * 10, error: TOO_MUCH, fields: [amount] }`,
    6: `roles: { clerk: { everyone: true }, finance: Finance }
constants: { limit: [finance], perDiem: finance }`,
    8: 'errors: { TOO_MUCH: { message: "More than {constants.limit} ten times over." } }',
    9: `constants:
${constants}
  perDiem: { by: country, DE: 28 EUR, FR: 35 EUR, else: 20 EUR }
  fixed: 7
  level: { on: Claim, table: [{ when: record.amount > constants.limit, is: 2 }, { else: 1 }] }`,
  });

export const PEOPLE = {
  cleo: { id: uuid(), name: 'Cleo Clerk', signInName: 'cleo', roles: [] },
  fay: { id: uuid(), name: 'Fay Finance', signInName: 'fay', roles: ['finance'] },
  audrey: { id: uuid(), name: 'Audrey Auditor', signInName: 'audrey', roles: ['auditor'] },
} as const;
export type Who = keyof typeof PEOPLE;

export const PAGE = '/claims/specification/constants';
export const API = '/api/claims/constants';

export interface Changing {
  readonly daybook: Daybook;
  at(instant: string): void;
  browser(who: Who): Promise<Browser>;
  /** By form: what the inputs are to say. */
  post(browser: Browser, fields: Record<string, string>): Promise<Awaited<ReturnType<Browser['post']>>>;
  change(
    who: Who,
    body: object,
    version?: number,
  ): Promise<{ readonly status: number; readonly body: unknown }>;
  get(path: string): Promise<Record<string, unknown>>;
  /** A claim that was opened now; what became of it. */
  claim(fields: object): Promise<{ readonly status: number; readonly body: { readonly id: string } }>;
  fields(id: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export async function changing(on: Partial<Configuration> = {}): Promise<Changing> {
  let now = Date.parse('2026-11-20T10:00:00.000Z');
  const daybook = await startDaybook({ peopled: false, on, clock: () => new Date((now += 1)).toISOString() });
  const { send, settled } = daybook;
  await send(new PublishSpecification({ text: document(), context: system() }));
  for (const { roles, ...person } of Object.values(PEOPLE)) {
    const given = roles.map((role) => ({ application: role === 'auditor' ? '-' : 'claims', role }));
    await send(new RegisterUser({ ...person, password: PASSWORD, roles: given, context: system() }));
  }
  await settled();
  const as = (who: Who) => [PEOPLE[who].signInName, PASSWORD] as const;
  const get = async (path: string) =>
    (
      await daybook
        .browser()
        .get(path)
        .auth(...as('fay'))
    ).body as Record<string, unknown>;
  return {
    daybook,
    at: (instant) => void (now = Date.parse(instant)),
    async browser(who) {
      const browser = daybook.browser();
      await browser
        .post('/-/sign-in')
        .type('form')
        .send({ name: as(who)[0], password: PASSWORD });
      return browser;
    },
    async post(browser, fields) {
      const { text } = await browser.get(PAGE);
      const answer = await browser
        .post(PAGE)
        .type('form')
        .send({ ...hiddenIn(text), ...fields });
      await settled();
      return answer;
    },
    async change(who, body, version) {
      const call = daybook
        .browser()
        .post(API)
        .auth(...as(who));
      if (version !== undefined) call.set('If-Match', `"${version}"`);
      const answer = await call.send(body);
      await settled();
      return answer;
    },
    get,
    async claim(fields) {
      const input = { title: 'A claim', amount: '50', country: 'DE', days: 2, ...fields };
      const answer = await daybook
        .browser()
        .post('/api/claims/Claim')
        .auth(...as('cleo'))
        .send({ fields: input });
      await settled();
      return answer as { status: number; body: { id: string } };
    },
    fields: async (id) => (await get(`/api/claims/Claim/${id}`))['fields'] as Record<string, unknown>,
    close: () => daybook.close(),
  };
}
