// A new field type needs no change elsewhere, from the document to the CSV.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { dateType } from '#specification/field-types/moments.js';
import { userType } from '#specification/field-types/reference-and-user.js';
import { textType } from '#specification/field-types/text.js';
import type * as DaybookModule from '../daybook.js';
import type * as SpecificationCommandsModule from '#domain/specification/specification-commands.js';
import type * as UserCommandsModule from '#domain/user/user-commands.js';
import type * as CheckDocumentModule from '#specification/check-document.js';
import type * as DocumentsModule from '#test/specification/documents.js';
import type { Browser, Daybook } from '../daybook.js';
import { colour } from './colour.js';
import { colourView } from './colour-view.js';

jest.doMock('#specification/field-types/all-field-types.js', () => ({
  ALL_FIELD_TYPES: [textType, dateType, userType, colour],
}));
jest.doMock('#views/field-types/all.js', () => ({ ALL_FIELD_VIEWS: [colourView] }));

// Loaded modules hold the originals.
jest.resetModules();
const { hiddenIn, startDaybook, system } = jest.requireActual<typeof DaybookModule>('../daybook.js');
const { PublishSpecification } = jest.requireActual<typeof SpecificationCommandsModule>(
  '#domain/specification/specification-commands.js',
);
const { RegisterUser } = jest.requireActual<typeof UserCommandsModule>('#domain/user/user-commands.js');
const { documentOf } = jest.requireActual<typeof DocumentsModule>('#test/specification/documents.js');
const { checkDocument } = jest.requireActual<typeof CheckDocumentModule>('#specification/check-document.js');

const DOCUMENT = documentOf({
  1: `key: paint
name: Paint`,
  2: `screens:
  /pots: { list: Pot, columns: [name, hue], filters: [hue], sort: hue }`,
  3: `entities:
  Pot:
    title: "{name} of {hue}"
    fields:
      name: { type: text }
      hue: { type: colour, default: "#ffffff" }
      twin: { type: colour, computed: record.hue }`,
});

const ADA = { id: '01900000-0000-7000-8000-00000000c1e4', name: 'Ada' };

describe('a type of fields that was added', () => {
  let daybook: Daybook;
  let ada: Browser;

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    await daybook.send(new RegisterUser({ ...ADA, demo: true, roles: [], context: system() }));
    await daybook.settled();
    ada = daybook.browser();
    await ada.post('/-/sign-in/demo').type('form').send({ person: ADA.id }).expect(303);
  });

  afterAll(async () => daybook.close());

  const open = async (name: string, hue: string) => {
    const blank = await ada.get('/paint/pots/new').expect(200);
    return ada
      .post('/paint/pots/new')
      .type('form')
      .send({ ...hiddenIn(blank.text), name, hue });
  };

  it('is checked in documents, with the options that it takes', () => {
    const checked = checkDocument(
      DOCUMENT.replace('type: colour, default', 'type: colour, multiline: true, default'),
    );
    expect(checked).toMatchObject({
      problems: [{ message: '`multiline` means nothing in a field of type colour' }],
    });
  });

  it('has its own control, with its default in it', async () => {
    const { text: page } = await ada.get('/paint/pots/new');
    expect(page).toContain('<input class="wheel" name="hue" value="#ffffff"/>');
  });

  it('is read as it reads, and refuses in its own words', async () => {
    const refused = await open('Sea', 'blue');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('a colour');
    expect((await open('Sea', ' #00AAFF ')).status).toBe(303);
    expect((await open('Sun', '#ffcc00')).status).toBe(303);
  });

  it('is computed with, titled, shown, sorted, filtered and exported', async () => {
    await daybook.settled();
    const { text: list } = await ada.get('/paint/pots').expect(200);
    expect(list).toContain('<i class="swatch-00aaff">#00aaff</i>');
    expect(list.indexOf('>Sea<')).toBeLessThan(list.indexOf('>Sun<'));
    const { text: filtered } = await ada.get('/paint/pots?hue=%23ff').expect(200);
    expect(filtered).not.toContain('>Sea<');
    expect(filtered).toContain('>Sun<');
    const { text: csv } = await ada.get('/paint/pots.csv').expect(200);
    expect(csv.split('\r\n')[0]).toBe('Id,Name,Hue');
    expect(csv).toMatch(/,Sea,#00aaff\r\n/);
    const [id] = csv.split('\r\n')[1]!.split(',');
    const { text: record } = await ada.get(`/paint/pots/${id}`).expect(200);
    expect(record).toContain('Sea of colour #00aaff');
    const { body } = await ada.get(`/api/paint/Pot/${id}`).expect(200);
    expect(body.fields).toMatchObject({ hue: '#00aaff', twin: '#00aaff' });
  });
});
