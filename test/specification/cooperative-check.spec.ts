// The check yields often, and interruptions do not change its result.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { assembleAndCheck, checkDocument, parseSpecificationText } from '#specification/check-document.js';
import { createDiagnostics } from '#specification/document/diagnostics.js';
import { runToCompletion } from '#specification/cooperative-task.js';
import { LARGE } from './large-documents.js';
import type { ParsedDocument } from '#specification/assemble-specification.js';

/** Parsed in another thread. */
function handedOver(text: string): ParsedDocument {
  const read = parseSpecificationText(text, createDiagnostics());
  if ('problems' in read) throw new Error('the document cannot be read');
  return structuredClone(read);
}

function piecesOf(text: string): number {
  let count = 1;
  for (const work = assembleAndCheck(handedOver(text)); !work.next().done;) count += 1;
  return count;
}

/** Without functions. */
const asData = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('a document that was read on another thread', () => {
  it.each(Object.keys(LARGE))('is the same specification as one that was checked here (%s)', (kind) => {
    const text = LARGE[kind]!(12);
    expect(asData(runToCompletion(assembleAndCheck(handedOver(text))))).toEqual(asData(checkDocument(text)));
  });

  it('evaluates as it does here', () => {
    const text = readFileSync('bench/purchasing.md', 'utf8');
    const [there, here] = [runToCompletion(assembleAndCheck(handedOver(text))), checkDocument(text)];
    expect(asData(there)).toEqual(asData(here));
    if (!there.ok || !here.ok) throw new Error('the document is not valid');
    const scope = { now: '2026-03-01T10:00:00.000Z', with: { field: 'Title' } };
    for (const [code, { message }] of Object.entries(here.specification.errors))
      expect(there.specification.errors[code]?.message.render(scope)).toBe(message.render(scope));
  });
});

/** Documents may have thousands of these, each expensive. */
const WITH_EXPRESSIONS = [
  'fields',
  'computed fields',
  'fields with defaults',
  'states in a row, with actions',
  'entities',
  'rules',
  'screens',
  'errors',
  'calls',
  'fields with permissions',
  'a long message',
];

describe('a field', () => {
  it('is several pieces: read, given a type and a getter for expressions, its own expressions, and looked at for each screen', () => {
    const [few, many] = [20, 40].map((count) => piecesOf(LARGE['fields']!(count)));
    // A field that stays text is read in one step and scanned for expressions in another.
    expect(many! - few!).toBeGreaterThanOrEqual(4 * 20);
  });
});

describe('an action', () => {
  it('is several pieces: read, looked at for states it begins in, and its expressions', () => {
    const [few, many] = [20, 40].map((count) => piecesOf(LARGE['actions from anywhere']!(count)));
    expect(many! - few!).toBeGreaterThanOrEqual(3 * 20);
  });
});

describe('twice as many of something', () => {
  it.each(WITH_EXPRESSIONS)('are at least as many pieces more (%s)', (kind) => {
    const [few, many] = [20, 40].map((count) => piecesOf(LARGE[kind]!(count)));
    expect(many! - few!).toBeGreaterThanOrEqual(20);
  });
});
