// What people are told stands in catalogues: the domain, its handlers and the queries give codes and parameters.
import { describe, expect, it } from '@jest/globals';
import { nodesOf, sourcesIn, ts, type Source } from './sources.js';

/** Descriptions of events are the source of docs/events.md, and of the English history. */
const DESCRIBED = /-events\.ts$|\/event-types\.ts$/;

/** Texts that are stored with events or printed by the command line, which speaks English; and what is no sentence. */
const ALLOWED: readonly (readonly [file: string, text: RegExp])[] = [
  ['src/domain/call/call-events.ts', /^What came of the call/],
  ['src/command-handling/calls/send-follow-up.ts', /^what it was to set was erased/],
  ['src/command-handling/claims/received-message-claims.ts', /^It was refused/],
  ['src/command-handling/claims/void-lost-numbers.ts', /^The record was never written/],
  ['src/command-handling/people/identities/unlink-identity.handler.ts', /^The account was unlinked/],
  ['src/command-handling/people/finish-person-erasure.ts', /^The person was erased/],
  ['src/command-handling/people/sign-in-names.ts', /^The name could not be taken whole/],
  ['src/command-handling/records/migrate-record.ts', /^It came into this state/],
  ['src/domain/call/decide-call.ts', /^somebody gave it up$/],
  ['src/domain/record/timers/fire-timer.ts', /^By the timer/],
  ['src/domain/record/import/history-refused-error.ts', /^a value that has to be|^it is not certain/],
  ['src/domain/record/import/assert-same-history.ts', /^not what was imported before$/],
  ['src/domain/user/user-names.ts', /^Arab |^not visible to you$/],
  // Descriptions of metrics, which are English.
  ['src/command-handling/observe-command.ts', /^(Commands, by|Reasons of|Time from)/],
  // Stands for a name, in every language alike.
  ['src/query-handling/names/find-names.ts', /^a person called/],
  ['src/query-handling/open-query-dependencies.ts', /^cursors of lists$/],
];

const SENTENCE = /(?:^|[\s“])\p{L}[\p{L}’]*\s+[\p{L}’]+\s+[\p{L}’]{2,}/u;

type Node = ReturnType<typeof nodesOf>[number];

function textOf(node: Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…');
}

/** Errors are for the log and for administrators, types for the compiler. */
const isForDevelopers = (node: Node): boolean =>
  ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isThrowStatement(node) || isNewError(node);

const isNewError = (node: Node): boolean =>
  ts.isNewExpression(node) &&
  /Error|Unavailable|TooLarge|CannotBeMade|NotSetUp/.test(node.expression.getText());

function sentencesIn({ path, file }: Source): readonly string[] {
  const internal = new Set(nodesOf(file).filter(isForDevelopers).flatMap(nodesOf));
  return nodesOf(file)
    .filter((node) => !internal.has(node) || isRefusal(node))
    .flatMap((node) => textOf(node) ?? [])
    .filter((text) => SENTENCE.test(text))
    .filter((text) => !ALLOWED.some(([allowed, fitting]) => allowed === path && fitting.test(text)))
    .map((text) => `${path}: ${text}`);
}

/** `throw new Refused([…])` and `throw wrong(…)` are for people. */
function isRefusal(node: Node): boolean {
  for (let at = node; at.parent; at = at.parent) {
    if (ts.isTypeNode(at) || ts.isImportDeclaration(at) || isNewError(at)) return false;
    if (ts.isThrowStatement(at))
      return !(ts.isNewExpression(at.expression) && !/Refused/.test(at.expression.expression.getText()));
  }
  return false;
}

const FOLDERS = ['src/domain', 'src/query-handling', 'src/command-handling'];

describe('sentences in code', () => {
  it.each(FOLDERS)('there are none for people in %s', (folder) => {
    const sources = sourcesIn([folder]).filter(({ path }) => !DESCRIBED.test(path));
    expect(sources.flatMap(sentencesIn)).toEqual([]);
  });

  it('would be found, wherever they stand', () => {
    const found = (code: string) =>
      sentencesIn({ path: 'x.ts', file: ts.createSourceFile('x.ts', code, ts.ScriptTarget.ES2023, true) });
    expect(found("const why = 'it is over already';")).toHaveLength(1);
    expect(found("throw wrong('until', `it lasts a year, not ${DAYS}`);")).toHaveLength(1);
    expect(
      found("throw new Refused([reason(context, 'X', { with: { why: 'this is too long' } })]);"),
    ).toHaveLength(1);
    expect(found("throw new TypeError('there is no such type');")).toEqual([]);
    expect(found("type Status = 'not known to us';")).toEqual([]);
  });

  it('are allowed only where they still are', () => {
    const texts = sourcesIn(FOLDERS).flatMap(({ path, file }) =>
      nodesOf(file).flatMap((node) => {
        const text = textOf(node);
        return text === undefined ? [] : [[path, text] as const];
      }),
    );
    const unused = ALLOWED.filter(
      ([file, fitting]) => !texts.some(([path, text]) => path === file && fitting.test(text)),
    );
    expect(unused).toEqual([]);
  });
});
