import type { SectionNumber } from './source-location.js';

export type SectionContent =
  | { readonly kind: 'prose'; readonly markdown: string; readonly line: number }
  | { readonly kind: 'yaml'; readonly source: string; readonly line: number };

export interface Section {
  readonly number: SectionNumber;
  readonly heading: string;
  readonly shown: boolean;
  readonly line: number;
  readonly content: readonly SectionContent[];
}
