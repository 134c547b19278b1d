// After an erasure: every byte of the data folder, and of every file that was ever in it, without a trace of the person.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { normalizeUniqueValue } from '../src/domain/claim/normalize-unique-value.js';
import { ChangeRecord, EraseRecord, ImportRecord, OpenRecord } from '../src/domain/record/record-commands.js';
import { PublishSpecification } from '../src/domain/specification/specification-commands.js';
import { ErasePerson, RegisterUser } from '../src/domain/user/user-commands.js';
import { newFolder, startDaybook, system, type Daybook } from './web/daybook.js';
import { documentOf } from './specification/documents.js';

const PERSON = '0199bbbb-0000-7000-8000-00000000beef';
const RECORD = '0199bbbb-0000-7000-8000-00000000c0de';
const IMPORTED = '0199bbbb-0000-7000-8000-00000000cafe';
const NAME = 'Zacharias Quillfeather';
const SIGN_IN = 'zacharias.q';
const PASSWORD = 'a long pass phrase of his own 7';
/** Everything that says who somebody is, or tells about them. */
const SECRETS = {
  name: NAME,
  surname: 'Quillfeather',
  signInName: SIGN_IN,
  password: PASSWORD,
  iban: 'XK051212012345678906',
  changed: 'XK059999999999999999',
  applicant: 'Wilhelmina Ploverdale',
  importedIban: 'XK057777777777777777',
} as const;

const DOCUMENT = documentOf(
  {
    1: `key: permits
name: Permits`,
    3: `entities:
  Permit:
    number: "P-{seq:3}"
    title: "{title}"
    fields:
      title: { type: text, required: true }
      owner: { type: user, default: user }
      iban: { type: text, personal: owner }
      applicant: { type: text, personal: record }`,
    4: `lifecycles:
  Permit:
    states: { new: { title: New }, done: { title: Done } }
    actions: { close: { from: new, to: done } }`,
  },
  'Specification: permits',
);

const files = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => existsSync(file) && statSync(file).isFile());

/** How a text may stand in a file. */
function forms(text: string): readonly Buffer[] {
  const spellings = new Set([
    text,
    text.toLowerCase(),
    text.toUpperCase(),
    normalizeUniqueValue(text),
    encodeURIComponent(text),
  ]);
  return [...spellings].flatMap((each) => {
    const bytes = Buffer.from(each);
    // Whatever stands before it in base64 shifts it: the inner part is the same in one of three ways.
    const inBase64 = [0, 1, 2].map((shift) => {
      const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .replace(/=+$/, '');
      return encoded.slice(Math.ceil((shift * 8) / 6) + 1, -2);
    });
    const digests = ['sha256', 'sha1', 'md5'].map((name) => createHash(name).update(each).digest());
    return [
      bytes,
      Buffer.from(each, 'utf16le'),
      Buffer.from(bytes.toString('hex')),
      ...inBase64.map((encoded) => Buffer.from(encoded)),
      ...digests.flatMap((digest) => [digest, Buffer.from(digest.toString('hex'))]),
    ];
  });
}

function found(folder: string, wanted: Readonly<Record<string, readonly Buffer[]>>): readonly string[] {
  return files(folder).flatMap((file) => {
    const bytes = readFileSync(file);
    return Object.entries(wanted)
      .filter(([, needles]) => needles.some((needle) => bytes.includes(needle)))
      .map(([what]) => `${what} in ${file.slice(folder.length + 1)}`);
  });
}

const secrets = Object.fromEntries(Object.entries(SECRETS).map(([what, text]) => [what, forms(text)]));

let folder: string;
let daybook: Daybook;

async function live(): Promise<void> {
  const { send } = daybook;
  await send(new PublishSpecification({ text: DOCUMENT, context: system() }));
  await send(
    new RegisterUser({
      id: PERSON,
      name: NAME,
      signInName: SIGN_IN,
      password: PASSWORD,
      roles: [],
      context: system(),
    }),
  );
  await daybook.settled();
  const signedIn = await daybook
    .browser()
    .post('/-/sign-in')
    .type('form')
    .send({ name: SIGN_IN, password: PASSWORD, signInName: SIGN_IN });
  expect(signedIn.status).toBe(303);
  const on = { application: 'permits', entity: 'Permit' };
  const by = { actor: PERSON, commandId: 'opened-by-him' };
  await send(
    new OpenRecord({
      ...on,
      id: RECORD,
      input: { title: 'Plainly readable', iban: SECRETS.iban, applicant: SECRETS.applicant },
      context: by,
    }),
  );
  const changed = { actor: PERSON, commandId: 'changed-by-him' };
  await send(
    new ChangeRecord({
      ...on,
      id: RECORD,
      input: { iban: SECRETS.changed },
      baseVersion: 1,
      context: changed,
    }),
  );
  await send(
    new ImportRecord({
      ...on,
      id: IMPORTED,
      input: { title: 'From a log' },
      openedBy: PERSON,
      openedAt: '2011-10-01T10:00:00Z',
      log: 'old.xes',
      source: { line: 1, fingerprints: {} },
      steps: [
        {
          action: 'close',
          input: {},
          actor: PERSON,
          at: '2011-10-02T10:00:00Z',
          source: {
            line: 2,
            fingerprint: 'step 1',
            attributes: { 'org:resource': NAME, IBAN: SECRETS.importedIban },
            about: { 'org:resource': [PERSON] },
          },
        },
      ],
      context: system(),
    }),
  );
  await daybook.settled();
  const admin = await daybook.as('admin');
  const seen = await admin.get(`/-/people?q=${encodeURIComponent(NAME)}`);
  expect(seen.text).toContain(NAME);
  await admin.get('/permits/permits?q=Quillfeather');
}

beforeAll(async () => {
  folder = newFolder();
  daybook = await startDaybook({ folder });
  await live();
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Wrapped keys as they stand in the keys file. */
function wrappedKeys(): Readonly<Record<string, readonly Buffer[]>> {
  const path = files(folder).find((file) => /keys[^/]*\.sqlite$/.test(file))!;
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database
    .prepare('SELECT person, wrapped FROM person_key WHERE person = ? OR person LIKE ?')
    .all(PERSON, `permits.Permit-${RECORD}`) as { person: string; wrapped: Uint8Array }[];
  database.close();
  return Object.fromEntries(rows.map(({ person, wrapped }) => [`key of ${person}`, [Buffer.from(wrapped)]]));
}

describe('a person and the person a record is about', () => {
  it('stand nowhere in the clear while they are known', () => {
    expect(found(folder, { control: [Buffer.from('Plainly readable')] })).not.toEqual([]);
    expect(found(folder, secrets)).toEqual([]);
  });

  it('leave nothing once they are erased: no name, no word, no digest of them, no key', async () => {
    const keys = wrappedKeys();
    expect(Object.keys(keys)).toHaveLength(2);
    expect(found(folder, keys)).toHaveLength(2);
    const reason = 'Asked for on 12 May';
    await daybook.send(new ErasePerson({ id: PERSON, reason, context: system() }));
    const record = { application: 'permits', entity: 'Permit', id: RECORD };
    await daybook.send(new EraseRecord({ ...record, reason, context: system() }));
    await daybook.settled();
    const admin = await daybook.as('admin');
    for (const path of [
      '/-/people',
      `/permits/permits/${RECORD}`,
      `/permits/permits/${IMPORTED}`,
      '/-/timeline',
    ]) {
      const { text } = await admin.get(path);
      for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    }
    expect(found(folder, { ...secrets, ...keys })).toEqual([]);
    await daybook.close();
    expect(found(folder, { ...secrets, ...keys })).toEqual([]);
  });
});
