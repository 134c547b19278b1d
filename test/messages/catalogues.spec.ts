// Every language has every message, with the same placeholders, and every message is used with what it needs.
import { describe, expect, it } from '@jest/globals';
import { IntlMessageFormat } from 'intl-messageformat';
import type TypeScript from 'typescript';
import type { MessageId } from '#views/messages/en/all.js';
import { catalogues, LANGUAGES, type Language } from '#views/messages/languages.js';
import { interpolate, hasOnlyPlaceholders } from '#views/messages/interpolate.js';
import { nodesOf, sourcesIn, ts } from './sources.js';

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** Kinds of element that `intl-messageformat` reads a message as. */
const LITERAL = 0;
const POUND = 7;
const TAG = 8;

const languages = Object.keys(LANGUAGES) as Language[];
const ids = Object.keys(catalogues.en) as MessageId[];

const elementsOf = (language: Language, id: MessageId): readonly Element[] =>
  new IntlMessageFormat(catalogues[language][id], language).getAst();

function* placeholdersIn(elements: readonly Element[]): Generator<string> {
  for (const element of elements) {
    if (element.type === LITERAL || element.type === POUND) continue;
    yield element.type === TAG ? `<${element.value}>` : element.value;
    if ('children' in element) yield* placeholdersIn(element.children);
    if ('options' in element)
      for (const { value } of Object.values(element.options)) yield* placeholdersIn(value);
  }
}

function* pluralsIn(elements: readonly Element[]): Generator<readonly string[]> {
  for (const element of elements) {
    if ('children' in element) yield* pluralsIn(element.children);
    if (!('options' in element)) continue;
    yield Object.keys(element.options);
    for (const { value } of Object.values(element.options)) yield* pluralsIn(value);
  }
}

const placeholders = (language: Language, id: MessageId): readonly string[] =>
  [...new Set(placeholdersIn(elementsOf(language, id)))].sort();

describe.each(languages)('the catalogue %s', (language) => {
  it('has the placeholders and tags of the English one', () => {
    for (const id of ids) expect([id, placeholders(language, id)]).toEqual([id, placeholders('en', id)]);
  });

  it('has messages that only name values, which read the same without a formatter', () => {
    const plain = ids.filter((id) => hasOnlyPlaceholders(catalogues[language][id]));
    expect(plain.length).toBeGreaterThan(ids.length / 2);
    for (const id of plain) {
      const values = Object.fromEntries(
        placeholders(language, id).map((name, at) => [name, at % 2 === 0 ? `“${name}”` : at]),
      );
      const formatted = new IntlMessageFormat(catalogues[language][id], language).format(values);
      expect([id, interpolate(catalogues[language][id], values)]).toEqual([id, formatted]);
    }
  });

  it('has nothing but plain messages for scripts, which have no formatter', () => {
    const ofScripts = ids.filter((id) => id.startsWith('island.'));
    expect(ofScripts.filter((id) => !hasOnlyPlaceholders(catalogues[language][id]))).toEqual([]);
  });

  it('has the form “other” in every plural', () => {
    for (const id of ids)
      for (const forms of pluralsIn(elementsOf(language, id)))
        expect([id, forms]).toEqual([id, expect.arrayContaining(['other'])]);
  });

  it('has nothing that is read otherwise than it is written in messages without placeholders', () => {
    for (const id of ids.filter((each) => placeholders(language, each).length === 0))
      expect(new IntlMessageFormat(catalogues[language][id], language).format()).toBe(
        catalogues[language][id],
      );
  });
});

const sources = sourcesIn(['views', 'src/web', 'src/demo']).filter(
  ({ path }) => !path.startsWith('views/messages/'),
);

it('uses every message', () => {
  const texts = new Set(
    sources.flatMap(({ file }) =>
      nodesOf(file)
        .filter(ts.isStringLiteral)
        .map(({ text }) => text),
    ),
  );
  expect(ids.filter((id) => !texts.has(id))).toEqual([]);
});

/** `t('id', …)` and `t.rich('id', …)`; undefined: it is no such call. */
function messageOf({ expression, arguments: [first] }: TypeScript.CallExpression): MessageId | undefined {
  const called = ts.isPropertyAccessExpression(expression) ? expression.expression : expression;
  if (!ts.isIdentifier(called) || called.text !== 't' || !first || !ts.isStringLiteral(first))
    return undefined;
  return first.text as MessageId;
}

/** undefined: they cannot be read from the source. */
function valuesGiven({ arguments: [, values] }: TypeScript.CallExpression): readonly string[] | undefined {
  if (!values) return [];
  if (!ts.isObjectLiteralExpression(values) || values.properties.some(ts.isSpreadAssignment))
    return undefined;
  return values.properties.map((property) => property.name!.getText()).sort();
}

it('gives every message what its placeholders need, and nothing else', () => {
  const wrong = sources.flatMap(({ path, file }) =>
    nodesOf(file)
      .filter(ts.isCallExpression)
      .flatMap((call) => {
        const id = messageOf(call);
        const given = valuesGiven(call);
        if (id === undefined || given === undefined) return [];
        const wanted = placeholders('en', id)
          .map((name) => name.replaceAll(/[<>]/g, ''))
          .sort();
        return given.join() === wanted.join()
          ? []
          : [`${path}: ${id} has ${wanted.join()}, not ${given.join()}`];
      }),
  );
  expect(wrong).toEqual([]);
});
