// For pages; documents use the English ones.
import type { SectionNumber } from '#specification/model/specification.js';
import type { MessageId } from '../messages/en/all.js';

export const SECTION_TITLES: Readonly<Record<SectionNumber, MessageId>> = {
  1: 'specification.section1',
  2: 'specification.section2',
  3: 'specification.section3',
  4: 'specification.section4',
  5: 'specification.section5',
  6: 'specification.section6',
  7: 'specification.section7',
  8: 'specification.section8',
  9: 'specification.section9',
};
