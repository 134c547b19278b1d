import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { checkDocument } from '#specification/check-document.js';
import type { Specification } from '#specification/model/specification.js';

const document = (name: string) => readFileSync(`specifications/${name}.md`, 'utf8');

function specification(name: string): Specification {
  const checked = checkDocument(document(name));
  if (!checked.ok)
    throw new Error(
      checked.problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n'),
    );
  return checked.specification;
}

describe.each(['purchase-requests', 'capa', 'permits', 'dienstreisen'])('the example %s', (name) => {
  it('has no problems', () => {
    expect(checkDocument(document(name)).problems).toEqual([]);
  });

  it('uses all nine sections, each with prose for its users', () => {
    for (const section of specification(name).sections) {
      expect(section.shown).toBe(true);
      expect(section.content.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['prose', 'yaml']));
    }
  });

  it('filters its lists in the read model, not row by row', () => {
    const filtered = specification(name).screens.filter(({ where }) => where !== undefined);
    expect(filtered.length).toBeGreaterThan(0);
    for (const { where } of filtered) expect(where!.condition).toBeDefined();
  });

  it('raises every error that it explains', () => {
    const { errors } = specification(name);
    const own = Object.values(errors).filter(({ place }) => place?.section === 8);
    const text = document(name);
    for (const { code, remedy } of own) {
      expect(text.split(code).length).toBeGreaterThanOrEqual(code === 'SEPARATION_OF_DUTIES' ? 2 : 3);
      expect(remedy).toBeDefined();
    }
  });
});

describe('the blank specification', () => {
  it('is valid and shows nothing', () => {
    const { sections, entities, key } = specification('blank');
    expect(sections.map(({ shown }) => shown)).toEqual(Array.from({ length: 9 }, () => false));
    expect(entities).toEqual({});
    expect(key).toBe('blank');
  });
});
