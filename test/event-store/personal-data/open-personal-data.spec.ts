import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPersonalData, type PersonalDataFiles } from '#event-store/personal-data/open-personal-data.js';
import {
  PersonErasedError,
  sealForAllOwners,
  collectPersonKeyNames,
  type PersonalData,
} from '#event-store/personal-data/personal-data.js';
import { PersonalDataUnreadable } from '#event-store/personal-data/personal-data-unreadable.js';
import { UnusableDatabaseFile } from '#event-store/sqlite/sqlite-errors.js';

const ADA = '018f5e9a-0000-7000-8000-000000000001';
const BEN = '018f5e9a-0000-7000-8000-000000000002';

let folder: string;
let files: PersonalDataFiles;
let opened: PersonalData[];

function open(): PersonalData {
  const data = openPersonalData(files);
  opened.push(data);
  return data;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-personal-'));
  files = { keys: join(folder, 'keys', 'keys.db'), masterKey: join(folder, 'secret', 'master.key') };
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((data) => data.close()));
  rmSync(folder, { recursive: true });
});

describe('sealing and opening', () => {
  it('gives back any JSON value, to a later process too', async () => {
    const sealing = open();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const json: unknown = JSON.parse(JSON.stringify(value));
        expect(await sealing.open(await sealing.seal(ADA, json))).toEqual(json);
      }),
    );
    const sealed = await sealing.seal(ADA, 'DE02 1203');
    await sealing.close();
    opened = [];
    expect(await open().open(sealed)).toBe('DE02 1203');
  });

  it('is known to be sealed with whose keys, without any being opened', async () => {
    const sealing = open();
    const json = { of: await sealing.seal(ADA, 1), list: ['plain', await sealing.seal(BEN, 2)] };
    expect([...collectPersonKeyNames(json)].sort()).toEqual([ADA, BEN]);
    expect(collectPersonKeyNames({ plain: true }).size).toBe(0);
  });

  it('opens what was sealed for several people, in a later process too, until one of them is erased', async () => {
    const sealing = open();
    const sealed = await sealForAllOwners(sealing, [ADA, BEN], { told: 'of both' });
    const later = open();
    expect(await later.open({ sealed })).toEqual({ sealed: { told: 'of both' } });
    await later.erase(BEN);
    expect(await later.openForDisplay({ sealed })).toEqual({ sealed: { erased: true } });
  });

  it('shows nothing of the value, and seals the same value differently each time', async () => {
    const data = open();
    const first = await data.seal(ADA, 'Ada Lovelace');
    const second = await data.seal(ADA, 'Ada Lovelace');
    expect(first.sealed.box).not.toBe(second.sealed.box);
    expect(Buffer.from(first.sealed.box, 'base64url').toString('latin1')).not.toContain('Lovelace');
  });

  it('opens every sealed value anywhere in a JSON, and leaves the rest alone', async () => {
    const data = open();
    const name = await data.seal(ADA, 'Ada');
    const json = { fields: { name, list: [1, name, null] }, ['__proto__x']: true };
    expect(await data.open(json)).toEqual({
      fields: { name: 'Ada', list: [1, 'Ada', null] },
      ['__proto__x']: true,
    });
    expect(json.fields.name).toBe(name);
  });

  it('returns the very same JSON when nothing in it is sealed', async () => {
    const json = { rows: [{ sealed: [{ a: 1 }] }, { sealed: { erased: true } }], text: 'sealed' };
    expect(await open().open(json)).toBe(json);
  });

  it('makes one key for a person whose first values are sealed at the same time', async () => {
    const data = open();
    const sealed = await Promise.all([1, 2, 3].flatMap((n) => [data.seal(ADA, n), data.seal(BEN, -n)]));
    expect(await data.open(sealed)).toEqual([1, -1, 2, -2, 3, -3]);
  });

  it('makes one key for a person who is first met by two processes', async () => {
    const [here, there] = [open(), open()];
    const sealed = await Promise.all([here.seal(ADA, 'here'), there.seal(ADA, 'there')]);
    expect(await here.open(sealed)).toEqual(['here', 'there']);
    expect(await there.open(sealed)).toEqual(['here', 'there']);
  });

  it('refuses what is no JSON', async () => {
    await expect(open().seal(ADA, undefined)).rejects.toThrow(TypeError);
  });
});

describe('erasing a person', () => {
  it('makes everything sealed for them erased, and nothing of others', async () => {
    const data = open();
    const sealed = { ada: await data.seal(ADA, 'Ada'), ben: await data.seal(BEN, 'Ben') };
    await data.erase(ADA);
    expect(await data.open(sealed)).toEqual({ ada: { erased: true }, ben: 'Ben' });
  });

  it('refuses to seal for them afterwards', async () => {
    const data = open();
    await data.seal(ADA, 'Ada');
    await data.erase(ADA);
    await expect(data.seal(ADA, 'again')).rejects.toThrow(PersonErasedError);
  });

  it('certifies the same fingerprint however often it is done', async () => {
    const data = open();
    await data.seal(ADA, 'Ada');
    const { keyFingerprint } = await data.erase(ADA);
    expect(keyFingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(await data.erase(ADA)).toEqual({ keyFingerprint });
    expect(await open().erase(ADA)).toEqual({ keyFingerprint });
  });

  it('says null for somebody who never had a key, and seals nothing for them afterwards', async () => {
    const data = open();
    expect(await data.erase(ADA)).toEqual({ keyFingerprint: null });
    await expect(data.seal(ADA, 'Ada')).rejects.toThrow(PersonErasedError);
  });

  it('is noticed by another process that has used the key before', async () => {
    const [server, commandLine] = [open(), open()];
    const sealed = await server.seal(ADA, 'Ada');
    expect(await server.open(sealed)).toBe('Ada');
    await commandLine.erase(ADA);
    expect(await server.open(sealed)).toEqual({ erased: true });
    await expect(server.seal(ADA, 'again')).rejects.toThrow(PersonErasedError);
  });

  it('leaves nothing of the wrapped key in any file of the folder', async () => {
    const data = open();
    for (const person of [BEN, ADA, ...Array.from({ length: 50 }, (_, n) => `person ${n}`)])
      await data.seal(person, person);
    const wrapped = wrappedKeyOf(ADA);
    expect(traces(wrapped)).not.toEqual([]);
    await data.erase(ADA);
    expect(traces(wrapped)).toEqual([]);
    expect(traces(wrappedKeyOf(BEN))).not.toEqual([]);
  });

  function wrappedKeyOf(person: string): Buffer {
    const database = new DatabaseSync(files.keys);
    const row = database.prepare('SELECT wrapped FROM person_key WHERE person = ?').get(person) as {
      wrapped: Uint8Array;
    };
    database.close();
    return Buffer.from(row.wrapped);
  }

  /** Files that contain any eight consecutive bytes of the key. */
  function traces(key: Buffer): string[] {
    const pieces = Array.from({ length: key.length - 8 }, (_, at) => key.subarray(at, at + 8));
    return readdirSync(join(folder, 'keys')).filter((name) => {
      const bytes = readFileSync(join(folder, 'keys', name));
      return pieces.some((piece) => bytes.includes(piece));
    });
  }
});

describe('digest', () => {
  it('is the same for the same text in every process of the installation, and says nothing without its key', async () => {
    const [here, there] = [open(), open()];
    expect(here.digest('ada')).toBe(there.digest('ada'));
    expect(here.digest('ada')).toMatch(/^[0-9a-f]{64}$/);
    expect(here.digest('ada')).not.toBe(here.digest('ben'));
    expect(here.digest('ada')).not.toBe(createHash('sha256').update('ada').digest('hex'));
  });

  it('differs from installation to installation', () => {
    const here = open();
    files = { keys: join(folder, 'other.db'), masterKey: join(folder, 'other.key') };
    expect(open().digest('ada')).not.toBe(here.digest('ada'));
  });
});

describe('the master key', () => {
  it('is made on first use, for the owner alone', () => {
    open();
    expect(statSync(files.masterKey).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(files.masterKey, 'utf8'), 'base64')).toHaveLength(32);
    expect(readdirSync(join(folder, 'secret'))).toEqual(['master.key']);
  });

  it('may be given, and then no file is made', async () => {
    files = { ...files, givenMasterKey: Buffer.alloc(32, 7).toString('base64') };
    const sealed = await open().seal(ADA, 'Ada');
    expect(readdirSync(folder)).toEqual(['keys']);
    expect(await open().open(sealed)).toBe('Ada');
  });

  it('is refused when it is another one', () => {
    open();
    files = { ...files, givenMasterKey: Buffer.alloc(32, 7).toString('base64') };
    expect(open).toThrow(PersonalDataUnreadable);
    expect(open).toThrow(/does not fit the keys file/);
  });

  it.each(['', 'hello', Buffer.alloc(31).toString('base64'), '\0'.repeat(44)])(
    'is refused when it is %j',
    (text) => {
      open();
      writeFileSync(files.masterKey, text);
      expect(open).toThrow(/is not 32 bytes in base64/);
    },
  );

  it('is asked for when it is missing and the keys are there', () => {
    open();
    rmSync(files.masterKey);
    expect(open).toThrow(/master key .* is missing/);
  });
});

describe('damage', () => {
  it('names the missing keys file when its master key is there', async () => {
    await open().close();
    opened = [];
    rmSync(files.keys);
    expect(open).toThrow(/keys file .* is missing/);
  });

  it('refuses a keys file that is none', async () => {
    await open().close();
    opened = [];
    writeFileSync(
      files.keys,
      'not a database, just text that somebody put here, long enough to be read as a header, or so',
    );
    expect(open).toThrow(UnusableDatabaseFile);
  });

  it('refuses a keys file that is cut off', async () => {
    await open().close();
    opened = [];
    truncateSync(files.keys, 4096);
    expect(open).toThrow(/cut off/);
  });

  it('refuses every box that was changed, cut or moved to another person', async () => {
    const data = open();
    const { sealed } = await data.seal(ADA, { name: 'Ada', born: 1815 });
    await data.seal(BEN, 1);
    const bytes = Buffer.from(sealed.box, 'base64url');
    const boxes = [...bytes.keys()].map((index) => {
      const changed = Buffer.from(bytes);
      changed[index]! ^= 1;
      return changed;
    });
    const cut = [0, 1, 12, 27, 28, bytes.length - 1].map((length) => bytes.subarray(0, length));
    for (const box of [...boxes, ...cut])
      await expect(data.open({ sealed: { person: ADA, box: box.toString('base64url') } })).rejects.toThrow(
        PersonalDataUnreadable,
      );
    await expect(data.open({ sealed: { ...sealed, person: BEN } })).rejects.toThrow(/is damaged/);
  });

  it('says so when the keys file does not know the person', async () => {
    const sealed = await open().seal(ADA, 'Ada');
    files = { keys: join(folder, 'other.db'), masterKey: join(folder, 'other.key') };
    await expect(open().open(sealed)).rejects.toThrow(/no key of person/);
  });
});
