// Documents, people and bytes.
import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '../specification/documents.js';
import { startDaybook, system, type Browser, type Daybook } from '../web/daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Claims\nkey: claims',
  3: `entities:
  Claim:
    title: "{title}"
    fields:
      title: { type: text, required: true }
      claimant: { type: user, default: user }
      receipt: { type: file, accept: [pdf, png], max: 1 MB }
      evidence: { type: files, max: 2 MB }
      proof: { type: file, accept: [pdf, png] }
      passport: { type: file, personal: claimant }
      papers: { type: files, personal: claimant }
      secret: { type: files }`,
  4: `lifecycles:
  Claim:
    states: { open: Open, closed: { title: Closed, final: true } }
    actions:
      close: { from: open, to: closed, ask: [proof] }`,
  5: `rules:
  R1: { on: Claim, in: [closed], check: "record.proof != null && record.proof.endsWith('.pdf')", fields: [proof] }`,
  6: `roles: { clerk: Clerk, boss: Boss }
permissions:
  Claim:
    open: [clerk, boss]
    read: { clerk: record.openedBy == user.id, boss: true }
    edit: [clerk, boss]
    fields: { secret: { read: [boss], edit: [boss] } }`,
  9: 'limits: { attachment: 20 MB }',
});

export const PASSWORD = 'a sentence is fine';
export const [cleo, carl, bea] = [
  { id: uuid(), name: 'Cleo Clerk', signInName: 'cleo', role: 'clerk' },
  { id: uuid(), name: 'Carl Clerk', signInName: 'carl', role: 'clerk' },
  { id: uuid(), name: 'Bea Boss', signInName: 'bea', role: 'boss' },
] as const;
export type Person = { readonly signInName: string };

export async function startClaims(settings: Parameters<typeof startDaybook>[0] = {}): Promise<Daybook> {
  const daybook = await startDaybook({ ...settings, peopled: false });
  if (settings.peopled === false) return daybook;
  await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
  for (const { role, ...person } of [cleo, carl, bea]) {
    const roles = [{ application: 'claims', role }];
    await daybook.send(new RegisterUser({ ...person, password: PASSWORD, roles, context: system() }));
  }
  await daybook.settled();
  return daybook;
}

export const pdf = (text = 'a quote') => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`);
/** One pixel. */
export const png = () =>
  Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    randomBytes(20),
  ]);

export async function signedIn(daybook: Daybook, { signInName }: Person): Promise<Browser> {
  const browser = daybook.browser();
  const answer = await browser.post('/-/sign-in').type('form').send({ name: signInName, password: PASSWORD });
  if (answer.status !== 303) throw new Error(`${signInName} could not sign in: ${answer.status}`);
  return browser;
}

export interface Told {
  readonly reference: string;
  readonly sha256: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Over the API. */
export function upload(daybook: Daybook, person: Person, field: string, name: string, bytes: Buffer) {
  return daybook
    .browser()
    .post(`/api/claims/Claim/files?field=${field}&name=${encodeURIComponent(name)}`)
    .auth(person.signInName, PASSWORD)
    .type('application/octet-stream')
    .send(bytes);
}

export function api(daybook: Daybook, person: Person, method: 'get' | 'post' | 'patch', path: string) {
  return daybook.browser()[method](`/api/claims/Claim${path}`).auth(person.signInName, PASSWORD);
}

/** Returns the new claim's id. */
export async function opened(daybook: Daybook, person: Person, fields: object): Promise<string> {
  const answer = await api(daybook, person, 'post', '').send({ fields: { title: 'A taxi', ...fields } });
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  await daybook.settled();
  return (answer.body as { id: string }).id;
}

/** Committed and staged files, by path. */
export function filesOnDisk(daybook: Daybook): readonly string[] {
  const folder = join(daybook.installation.configuration.data, 'files');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}

/** For supertest: the raw answer. */
export function asBytes(response: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const pieces: Buffer[] = [];
  const stream = response as NodeJS.ReadableStream;
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  stream.on('end', () => done(null, Buffer.concat(pieces)));
  stream.on('error', (error: Error) => done(error, Buffer.concat(pieces)));
}
