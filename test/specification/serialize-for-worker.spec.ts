import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembleAndCheck, parseSpecificationText } from '#specification/check-document.js';
import { type Node, findPositionInText } from '#specification/document/yaml-node.js';
import { createDiagnostics } from '#specification/document/diagnostics.js';
import { serializeForWorker, deserializeFromWorker } from '#specification/serialize-for-worker.js';
import type { ParsedDocument } from '#specification/assemble-specification.js';
import { runToCompletion } from '#specification/cooperative-task.js';
import { documentOf, mended } from './documents.js';

const EXAMPLES = readdirSync('specifications').filter((file) => file.endsWith('.md'));
const documents = [mended(), ...EXAMPLES.map((file) => readFileSync(join('specifications', file), 'utf8'))];

/** As transferred to a thread. */
const across = (read: ParsedDocument): ParsedDocument =>
  deserializeFromWorker(structuredClone(serializeForWorker(read)));

function read(text: string): ParsedDocument {
  const found = parseSpecificationText(text, createDiagnostics());
  if ('problems' in found) throw new Error('the document cannot be read');
  return found;
}

/** All properties of a node. */
function told(node: Node): unknown {
  const { value, spot, keySpot, source, written } = node;
  const places = written && Array.from(written.text, (_, index) => findPositionInText(node, index));
  const below = node.children && [...node.children].map(([key, child]) => [key, told(child)]);
  return { value, spot, keySpot, source, written, places, below };
}

function sectionsOf({ declared }: ParsedDocument): unknown {
  return Object.values(declared).map(({ number, node, data }) => ({ number, data, node: told(node) }));
}

describe('given a document that was read on a thread', () => {
  it.each(documents.map((text) => [text.split('\n', 1)[0]!, text]))(
    'when it is taken over (%s), then each part of it says the same, and stands at the same place',
    (_, text) => {
      const here = read(text);
      expect(sectionsOf(across(here))).toEqual(sectionsOf(here));
    },
  );

  it('when its names are numbers, stand in several blocks or are repeated, then their order and places stay', () => {
    const scalar = fc.constantFrom('1', '10', '0.10', 'a', "'it''s'", 'null', '~', 'true', '0x1f', '"é\\n"');
    const list = fc.array(scalar, { maxLength: 3 }).map((all) => `[${all.join(', ')}]`);
    const map = fc
      .uniqueArray(fc.constantFrom('7', '2', 'b', 'a', '00'), { maxLength: 4 })
      .chain((keys) => fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), fc.oneof(scalar, list)))))
      .map((pairs) => `{ ${pairs.map(([key, value]) => `${key}: ${value}`).join(', ')} }`);
    const parts = fc.tuple(map, map, fc.oneof(map, list, scalar));
    fc.assert(
      fc.property(parts, ([first, second, third]) => {
        const yaml = `x: &x ${first}\ny: { 3: ${second}, 1: *x }\n\`\`\`\nwords\n\`\`\`yaml\nz: ${third}`;
        const here = read(documentOf({ 9: yaml }));
        expect(sectionsOf(across(here))).toEqual(sectionsOf(here));
      }),
    );
  });

  it('when what is wrong with it is told, then in the same words and places', () => {
    const wrong = mended().replaceAll('record.', 'recrod.').replaceAll('costCentre', 'cost');
    const problems = (text: ParsedDocument) => runToCompletion(assembleAndCheck(text)).problems;
    expect(problems(read(wrong)).length).toBeGreaterThan(3);
    expect(problems(across(read(wrong)))).toEqual(problems(read(wrong)));
  });
});
