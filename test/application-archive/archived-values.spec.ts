import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSealed, type SealedValue } from '#event-store/personal-data/personal-data.js';
import { ERASED } from '#specification/model/stored-value.js';
import {
  fromArchivedJson,
  MalformedArchivedValue,
  replaceStrings,
  toArchivedJson,
  visitFiles,
} from '../../src/application-archive/archived-values.js';
import { numRuns } from '../property-runs.js';

/** The box is the JSON itself. */
const seal = async (person: string, value: unknown): Promise<SealedValue> => ({
  sealed: { person, box: JSON.stringify(value) },
});
const open = async ({ sealed }: SealedValue): Promise<unknown> => JSON.parse(sealed.box) as unknown;

const keys = fc.oneof(
  fc.string(),
  // Not 'erased': what Daybook writes where a value was erased is never sealed.
  fc.constantFrom('$personal', '$literal', 'of', 'value', '__proto__'),
);
const stored = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.array(fc.tuple(keys, tie('json')), { maxLength: 3 }).map((all) => Object.fromEntries(all) as unknown),
    tie('sealed'),
  ),
  sealed: fc
    .tuple(fc.string(), tie('json'))
    .map(([person, value]) => ({ sealed: { person, box: JSON.stringify(value) } })),
})).json;

describe('values in an archive', () => {
  it('when any stored value is archived and taken back, then it is the same, sealed for the same owners', async () => {
    await fc.assert(
      fc.asyncProperty(stored, async (json) => {
        const archived = JSON.parse(JSON.stringify(await toArchivedJson(json, open))) as unknown;

        expect(await fromArchivedJson(archived, seal)).toEqual(json);
      }),
      { numRuns: numRuns(500) },
    );
  });

  it('when a value is sealed for several, then each of them is named, from the outside in', async () => {
    const value = await seal('person-1', await seal('permits.Permit-1', 'Wilhelmina'));

    expect(await toArchivedJson({ applicant: value }, open)).toEqual({
      applicant: {
        $personal: { of: 'person-1', value: { $personal: { of: 'permits.Permit-1', value: 'Wilhelmina' } } },
      },
    });
  });

  it('when the key of a value is destroyed, then it is erased in the archive and where that is taken', async () => {
    const archived = await toArchivedJson({ iban: await seal('person-1', 'XK05') }, async () => ERASED);

    expect(archived).toEqual({ iban: { erased: true } });
    expect(await fromArchivedJson(archived, seal)).toEqual({ iban: { erased: true } });
  });

  it('when an archive holds a sealed value, then it is refused', async () => {
    const forged = { title: { sealed: { person: 'person-1', box: 'AAAA' } } };

    expect(isSealed(forged.title)).toBe(true);
    await expect(fromArchivedJson(forged, seal)).rejects.toThrow(MalformedArchivedValue);
  });

  it.each([
    ['nothing', null],
    ['no owner', { value: 1 }],
    ['no value', { of: 'person-1' }],
    ['something else', { of: 'person-1', value: 1, more: 2 }],
  ])('when a personal value says %s, then it is refused', async (_, personal) => {
    await expect(fromArchivedJson({ $personal: personal }, seal)).rejects.toThrow(MalformedArchivedValue);
  });

  it('when people have other ids, then whole texts are replaced, and names of properties are not', () => {
    const names = new Map([['a', 'b']]);

    expect(replaceStrings({ a: ['a', { of: 'a' }, 'a b', 1, null] }, names)).toEqual({
      a: ['b', { of: 'b' }, 'a b', 1, null],
    });
  });

  it('when files are in changes and in personal values, then each is found', () => {
    const file = (sha256: string) => ({
      sha256: sha256.repeat(64),
      name: 'a.pdf',
      type: 'application/pdf',
      size: 1,
    });
    const found: string[] = [];

    visitFiles(
      {
        changes: {
          scan: { from: null, to: [file('a')] },
          id: { $personal: { of: 'p', value: [file('b')] } },
        },
      },
      ({ sha256 }) => found.push(sha256.slice(0, 1)),
    );

    expect(found).toEqual(['a', 'b']);
  });
});
