// A client-chosen id reaches no existing record, person or key.
import type { ImportedAttributes } from '#domain/event.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { EraseRecordHandler } from '#command-handling/erasure/erase-record.handler.js';
import { EraseRecord, ImportRecord } from '#domain/record/record-commands.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { ErasePerson, RegisterUser } from '#domain/user/user-commands.js';
import { change, context, open, recordId, withPeople } from '../commands.js';
import { codesOf, refusal, writing, type Writing } from '../writing.js';

const PARTS = { application: 'purchasing', entity: 'Request', id: recordId(1) };
const RECORD = RecordRef.of(PARTS);
const reason = 'They asked for it';

let here: Writing;
beforeEach(async () => {
  here = writing();
  await withPeople(here);
});

const register = (id: string, at = here) =>
  at.bus.execute(new RegisterUser({ id, name: 'Mary Twin', context: context('root') }));
const eraseRecord = () =>
  new EraseRecordHandler(here.ports).execute(new EraseRecord({ ...PARTS, reason, context: context('root') }));
const opened = async (stream: string) =>
  (await here.personalData.open(await here.events(stream)))[0]!.data as Record<string, unknown>;

describe('an id', () => {
  it('that another record or a person has is taken, and nothing more is told', async () => {
    let taken = false;
    const asked: string[][] = [];
    here = writing(undefined, {
      existsAny: async (subjects) => {
        asked.push([...subjects]);
        return taken;
      },
    });
    await withPeople(here);
    taken = true;
    const mary = uuid();
    expect(await codesOf(register(mary))).toEqual(['ID_TAKEN']);
    expect(asked.at(-1)).toContain(RecordRef.of({ ...PARTS, id: mary }).name);
    expect(asked.at(-1)).not.toContain(streams.user(mary));
    const refused = await refusal(here.bus.execute(open(1, 'ada', { title: 'A saw' })));
    expect(refused.reasons).toMatchObject([{ code: 'ID_TAKEN', message: 'This id is taken.' }]);
    expect(asked.at(-1)).toContain(streams.user(recordId(1)));
    expect(asked.at(-1)).not.toContain(RECORD.name);
  });

  it('is given once, of all who ask at the same time', async () => {
    const outcomes = await Promise.allSettled([
      here.bus.execute(open(1, 'ada', { title: 'A saw' })),
      register(recordId(1)),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([
    ['with something else in it', () => open(1, 'ada', { title: 'A drill' }, 'form-1')],
    ['as another command', () => open(1, 'ada', { title: 'A drill' }, 'form-2')],
    ['by somebody else', () => open(1, 'bert', { title: 'A drill' }, 'form-3')],
  ])(
    'stays taken where its record is opened once more, %s, though no read model knows it yet',
    async (_, again) => {
      await here.bus.execute(open(1, 'ada', { title: 'A saw' }, 'form-1'));
      await refusal(here.bus.execute(again()));
      expect(await codesOf(register(recordId(1)))).toEqual(['ID_TAKEN']);
    },
  );

  it('of a person stays taken where they are registered once more, though no read model knows them yet', async () => {
    const id = recordId(1);
    await register(id);
    const other = new RegisterUser({ id, name: 'Somebody else', context: context('root') });
    expect(await codesOf(here.bus.execute(other))).toEqual(['ALREADY_OPEN']);
    expect(await codesOf(here.bus.execute(open(1, 'ada', { title: 'A saw' })))).toEqual(['ID_TAKEN']);
  });

  it('is free again where its record was refused', async () => {
    expect(await codesOf(here.bus.execute(open(1, 'ada', { title: '' })))).not.toContain('ID_TAKEN');
    await register(recordId(1));
  });

  it('stays with its record: the same command again is done already, another person’s is refused', async () => {
    const command = open(1, 'ada', { title: 'A saw' }, 'form-1');
    await here.bus.execute(command);
    expect(await here.bus.execute(command)).toMatchObject({ already: true });
    expect(await codesOf(here.bus.execute(open(1, 'ada', { title: 'Again' })))).toEqual(['ALREADY_OPEN']);
    expect(await codesOf(here.bus.execute(open(1, 'fay', { title: 'Mine' })))).toEqual(['ID_TAKEN']);
  });
});

describe('keys of a record and of a person that have one id', () => {
  /** As older versions allowed: both exist under one id. */
  beforeEach(async () => {
    await register(recordId(1));
    await here.another().bus.execute(open(1, 'ada', { title: 'A saw', visitor: 'Vera Visitor' }));
  });

  it('are two: the record’s is destroyed, the person’s stays', async () => {
    await eraseRecord();
    expect(await opened(RECORD.name)).toMatchObject({ fields: { visitor: { erased: true } } });
    expect(await opened(streams.user(recordId(1)))).toMatchObject({ name: 'Mary Twin' });
    const [, , certificate] = await here.events(RECORD.name);
    expect(certificate).toMatchObject({
      type: 'record.erased',
      data: { keyFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
      metadata: { reason },
    });
    expect(await eraseRecord()).toMatchObject({ already: true });
  });

  it('are two: the person’s is destroyed, the record’s stays', async () => {
    await here.bus.execute(new ErasePerson({ id: recordId(1), reason, context: context('root') }));
    expect(await opened(streams.user(recordId(1)))).toMatchObject({ name: { erased: true } });
    expect(await opened(RECORD.name)).toMatchObject({ fields: { visitor: 'Vera Visitor' } });
  });
});

describe('what was sealed when records had their keys under their ids', () => {
  it('is opened, and erased with its record, which takes nothing personal any more', async () => {
    const old = await here.personalData.seal(recordId(1), 'Vera Visitor');
    await here.bus.execute(open(1, 'ada', { title: 'A saw' }));
    expect(await here.personalData.open(old)).toBe('Vera Visitor');
    await eraseRecord();
    expect(await here.personalData.open(old)).toEqual({ erased: true });
    const again = here.bus.execute(change(1, 'ada', { visitor: 'Vera' }, 1));
    expect(await codesOf(again)).toEqual(['ERASED']);
  });

  it('stays erased where that was done before', async () => {
    await here.personalData.seal(recordId(1), 'Vera Visitor');
    await here.personalData.erase(recordId(1));
    const again = here.bus.execute(open(1, 'ada', { title: 'A saw', visitor: 'Vera' }));
    expect(await codesOf(again)).toEqual(['ERASED']);
  });
});

describe('the erasure of a record', () => {
  it('is for those who run the installation, of records that are, and with a reason', async () => {
    const erase = async (actor: string, more: object = {}) =>
      codesOf(
        new EraseRecordHandler(here.ports).execute(
          new EraseRecord({ ...PARTS, reason, context: context(actor), ...more }),
        ),
      );
    expect(await erase('ada')).toEqual(['NOT_PERMITTED']);
    expect(await erase('root')).toEqual(['NOT_FOUND']);
    expect(await erase('root', { entity: '__proto__' })).toEqual(['NOT_FOUND']);
    expect(await erase('root', { reason: ' ' })).toEqual(['REASON_REQUIRED']);
  });
});

describe('attributes of an imported event', () => {
  const attributes = async () => {
    const [, event] = await here.personalData.open(await here.events(RECORD.name));
    return event!.metadata.source!.attributes;
  };
  const history = (given: ImportedAttributes, about?: Readonly<Record<string, readonly string[]>>) =>
    new ImportRecord({
      ...PARTS,
      context: context('system'),
      input: { title: 'A saw', lines: [{ item: 'Saw', quantity: 1, price: 100 }] },
      openedBy: 'ada',
      openedAt: '2011-10-01T10:00:00Z',
      log: 'old.xes',
      source: { line: 1, fingerprints: {} },
      steps: [
        {
          action: 'submit',
          input: {},
          actor: 'ada',
          at: '2011-10-02T10:00:00Z',
          source: { line: 2, fingerprint: 'step 1', attributes: given, ...(about && { about }) },
        },
      ],
    });

  it('that name a person, or are called like a personal field, are sealed; the others are as they were', async () => {
    const given = {
      'org:resource': 'Fay Quillfeather',
      Visitor: 'Vera Visitor',
      IBAN: 'DE02 1203',
      weight: 5,
    };
    const command = history(given, { 'org:resource': ['fay'] });
    await here.bus.execute(command);
    for (const secret of ['Quillfeather', 'Vera Visitor', 'DE02 1203'])
      expect(here.bytes()).not.toContain(secret);
    expect(await attributes()).toEqual({
      'org:resource': 'Fay Quillfeather',
      Visitor: 'Vera Visitor',
      IBAN: 'DE02 1203',
      weight: 5,
    });
    await here.bus.execute(new ErasePerson({ id: 'fay', reason, context: context('root') }));
    await eraseRecord();
    expect(await attributes()).toMatchObject({ 'org:resource': { erased: true }, Visitor: { erased: true } });
  });

  it('about somebody who is erased already are left out, and refuse nothing', async () => {
    await here.bus.execute(new ErasePerson({ id: 'fay', reason, context: context('root') }));
    await here.bus.execute(history({ 'org:resource': 'Fay Quillfeather' }, { 'org:resource': ['fay'] }));
    expect(here.bytes()).not.toContain('Quillfeather');
    expect(await attributes()).toEqual({ 'org:resource': { erased: true } });
  });
});
