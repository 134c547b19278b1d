// However names are written, joined or spelled, without confusion of people.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LogIdDeriver } from '#import/log-id-deriver.js';
import { PeopleOfLog } from '#import/people-of-log.js';

const ids = new LogIdDeriver((text) => Buffer.from(text).toString('hex').padEnd(32, '0'));
const speaksOf = (name: string, text: string): boolean =>
  new PeopleOfLog([name], ids).findMentionedPeople(text).includes(ids.derivePersonId(name));

describe('a person of a log', () => {
  it.each([
    ['Ada Kovač', 'Handed over by Ada Kovač.'],
    ['Ada Kovač', 'ADA  KOVAČ'],
    ['Ada Kovač', 'Ada Kovač'.normalize('NFD')],
    ['Zoltán Őri'.normalize('NFD'), 'Zoltán Őri'.normalize('NFC')],
    ['Ada Kovač', 'mailto:ada.kovač@example.org'],
    ['ada.kovac', 'ada.kovac@example.org'],
    ['ada.kovac@example.org', 'Write to Ada.Kovac@example.org, please'],
    ['Ada Kovač', '/scans/Ada Kovač.pdf'],
    ['Ada Kovač', 'by_Ada_Kovač'],
    ['Ada Kovač', 'Dr.Ada Kovač.She left'],
    ['Ada Kovač', 'Ada Kovač’s desk, Ada Kovač-Lund'],
    ['Pat O’Brien', "Pat O'Brien"],
    ['Jörg Groß', 'JÖRG GROSS'],
    ['ＡＤＡ Ｌ', 'Ada L'],
    ['王小明', '由王小明完成'],
    ['王明', '由王明完成'],
    ['山田太郎', '山田太郎さんに確認'],
    ['สมชาย ใจดี', 'โดยสมชายใจดีแล้ว'],
    ['Zoltán Őri', '由Zoltán Őri完成'],
    ['User_7', 'see user_7, and'],
  ])('(%s) is spoken of by “%s”', (name, text) => {
    expect(speaksOf(name, text)).toBe(true);
  });

  it.each([
    ['User_7', 'User_77'],
    ['Ana', 'Anatomy, banana'],
    ['Ada Kovač', 'Ada met Mr Kovač'],
    ['Ada Kovač', 'Ada Kovačová'],
    ['112', 'Room 112'],
    ['王', '国王'],
    ['Al', 'et al.'],
  ])('(%s) is not spoken of by “%s”', (name, text) => {
    expect(speaksOf(name, text)).toBe(false);
  });

  it('is met wherever the name stands between signs that are no letters', () => {
    const word = fc.stringMatching(/^[a-zé王]{3,9}$/u);
    const sign = fc.constantFrom(' ', '.', ',', '@', '_', '-', '/', '\n', '“', '(', '');
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
        sign,
        sign,
        (name, before, after) => {
          expect(speaksOf(name, `12${before || ' '}${name}${after || ' '}x`)).toBe(true);
        },
      ),
    );
  });
});
