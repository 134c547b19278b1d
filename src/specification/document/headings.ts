import { distance } from 'fastest-levenshtein';
import type { SectionNumber } from '../model/specification.js';

export const SECTION_NUMBERS: readonly SectionNumber[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export const HEADINGS: Readonly<Record<SectionNumber, string>> = {
  1: 'What the product does and for whom',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'The calls it makes',
  8: 'The error catalogue',
  9: 'Business constants and limits',
};

export function formatHeading(number: SectionNumber): string {
  return `## ${number}. ${HEADINGS[number]}`;
}

export interface SectionHeadingMatch {
  readonly number: SectionNumber;
  readonly exact: boolean;
}

export function findSectionOfHeading(depth: number, text: string): SectionHeadingMatch | undefined {
  const [, digits, words = ''] = /^(?:§? ?(\d{1,3}) ?[.):]? )?(.*)$/su.exec(normalizeHeading(text)) ?? [];
  const heading = words.trim();
  const same = SECTION_NUMBERS.find((number) => normalizeHeading(HEADINGS[number]) === heading);
  if (same !== undefined) {
    return {
      number: same,
      exact: depth === 2 && normalizeHeading(text) === normalizeHeading(`${same}. ${HEADINGS[same]}`),
    };
  }
  if (depth > 2) return undefined;
  const near = findSimilarHeading(heading);
  if (near !== undefined) return { number: near, exact: false };
  const numbered = SECTION_NUMBERS.find((number) => String(number) === digits);
  return numbered === undefined ? undefined : { number: numbered, exact: false };
}

function findSimilarHeading(heading: string): SectionNumber | undefined {
  if (heading.length < 4 || heading.length > 100) return undefined;
  const ranked = SECTION_NUMBERS.map((number) => ({
    number,
    off: distance(heading, normalizeHeading(HEADINGS[number])),
  }));
  const [best] = ranked.sort((a, b) => a.off - b.off);
  return best && best.off <= HEADINGS[best.number].length / 3 ? best.number : undefined;
}

function normalizeHeading(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
