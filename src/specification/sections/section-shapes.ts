import type { z } from 'zod';
import type { SectionedDocument } from '../document/read-sections.js';
import { SECTION_NUMBERS } from '../document/headings.js';
import type { Diagnostics } from '../document/diagnostics.js';
import { readSectionData } from '../document/read-section-data.js';
import { validateShape } from '../document/validate-shape.js';
import type { SectionNumber } from '../model/specification.js';
import { callsSectionShape } from './calls/calls-shape.js';
import { constantsShape } from './constants/constants-shape.js';
import { entitiesShape } from './entities/entities-shape.js';
import { errorsShape } from './errors/errors-shape.js';
import { lifecyclesShape } from './states/lifecycles-shape.js';
import { rolesShape } from './roles/permissions-shape.js';
import { productShape } from './product/product-shape.js';
import type { SectionData } from './section-context.js';
import { rulesShape } from './rules/rules-shape.js';
import { screensShape } from './screens/screens-shape.js';

export const SECTION_SHAPES = {
  1: productShape,
  2: screensShape,
  3: entitiesShape,
  4: lifecyclesShape,
  5: rulesShape,
  6: rolesShape,
  7: callsSectionShape,
  8: errorsShape,
  9: constantsShape,
} as const;

export type SectionDeclarations = {
  readonly [Number in SectionNumber]: SectionData<z.infer<(typeof SECTION_SHAPES)[Number]>>;
};

export interface ParsedDeclarations {
  readonly declared: SectionDeclarations;
  /** Names in unreadable blocks are unknown. */
  readonly broken: boolean;
}

export function readSectionDeclarations(
  sections: SectionedDocument['sections'],
  problems: Diagnostics,
): ParsedDeclarations {
  const read = SECTION_NUMBERS.map((number) => {
    const { node, broken } = readSectionData(sections[number], problems);
    return {
      number,
      broken,
      section: { number, node, data: validateShape(SECTION_SHAPES[number], node, problems) },
    };
  });
  const shown = Object.fromEntries(
    read.map(({ number, section }) => [number, section]),
  ) as unknown as SectionDeclarations;
  return { declared: shown, broken: read.some(({ broken }) => broken) };
}
