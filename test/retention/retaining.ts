// A Daybook in which patients' visits are kept for ten years: for tests of what is due, and of who decides.
import { v7 as uuid } from 'uuid';
import type { Configuration } from '#configuration/configuration.js';
import { OpenRecord, TakeAction } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '../specification/documents.js';
import { startDaybook, system, type Browser, type Daybook } from '../web/daybook.js';

export const PASSWORD = 'a sentence is fine';
export const MEANING = 'I erase what nobody needs any more';

export const DOCUMENT = documentOf({
  1: 'name: Visits\nkey: visits\ntimeZone: Europe/Berlin',
  3: `entities:
  Visit:
    title: "{title}"
    fields:
      title: { type: text, required: true }
      patient: { type: text, title: Patient, personal: record }
      doctor: { type: user, title: Doctor, default: user }
      remark: { type: text, title: Remark of the doctor, personal: doctor }
      dispute: { type: boolean, title: In dispute }`,
  4: `lifecycles:
  Visit:
    states: { open: Open, closed: { title: Closed, final: true } }
    actions:
      close: { from: open, to: closed, by: [doctor] }`,
  6: `roles: { doctor: { everyone: true }, keeper: Keeper, guest: Guest }
permissions:
  Visit:
    erase: { keeper: "record.title != 'Kept by the board'" }`,
  9: `limits: { retention: { Visit: { keep: P10Y, unless: record.dispute == true, sign: ${MEANING} } } }`,
});

export const PEOPLE = {
  dora: { id: uuid(), name: 'Dora Doctor', signInName: 'dora', roles: [] },
  kim: { id: uuid(), name: 'Kim Keeper', signInName: 'kim', roles: ['keeper'] },
} as const;
export type Who = keyof typeof PEOPLE;

export interface Retaining {
  readonly daybook: Daybook;
  /** The clock of the installation. */
  at(instant: string): void;
  /** A visit that was opened then, and closed a day later; its id. */
  visit(title: string, openedAt: string, more?: object): Promise<string>;
  browser(who: Who): Promise<Browser>;
  /** Types of the record's events. */
  types(id: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function retaining(on: Partial<Configuration> = {}, folder?: string): Promise<Retaining> {
  let now = Date.parse('2010-01-01T09:00:00.000Z');
  const daybook = await startDaybook({
    peopled: false,
    on,
    clock: () => new Date((now += 1)).toISOString(),
    ...(folder !== undefined && { folder }),
  });
  const { send, settled, installation } = daybook;
  await send(new PublishSpecification({ text: DOCUMENT, context: system() }));
  for (const { roles, ...person } of Object.values(PEOPLE)) {
    const given = roles.map((role) => ({ application: 'visits', role }));
    await send(new RegisterUser({ ...person, password: PASSWORD, roles: given, context: system() }));
  }
  await settled();
  const at = (instant: string) => void (now = Date.parse(instant));
  return {
    daybook,
    at,
    async visit(title, openedAt, more = {}) {
      const id = uuid();
      const about = { application: 'visits', entity: 'Visit', id };
      const context = (effectiveAt: string) => ({ actor: PEOPLE.dora.id, commandId: uuid(), effectiveAt });
      const input = {
        title,
        patient: `Patient of ${title}`,
        remark: `Remark on ${title}`,
        dispute: false,
        ...more,
      };
      await send(new OpenRecord({ ...about, input, context: context(openedAt) }));
      const closedAt = new Date(Date.parse(openedAt) + 86_400_000).toISOString();
      await send(
        new TakeAction({ ...about, action: 'close', input: {}, baseVersion: 1, context: context(closedAt) }),
      );
      await settled();
      return id;
    },
    async browser(who) {
      const browser = daybook.browser();
      const { signInName: name } = PEOPLE[who];
      await browser.post('/-/sign-in').type('form').send({ name, password: PASSWORD });
      return browser;
    },
    types: async (id) => (await installation.store.read(`visits.Visit-${id}`)).events.map(({ type }) => type),
    close: () => daybook.close(),
  };
}
