// Section 9: constants, each with one type, and the values it has had and will have.
import type { z } from 'zod';
import { type TypedConstant, typedConstant } from '../cel/constants.js';
import { isDate } from '../values/calendar.js';
import type { ConstantInScope } from '../cel/environment.js';
import { keyed } from '../document/keyed.js';
import { at, spotAt } from '../document/node.js';
import type { Constant } from '../specification.js';
import type { constantsShape, ShownDated } from './constants-shape.js';
import { typeWords } from '../cel/type-words.js';
import { type Path, placeAt, type Problems, type SectionData } from './reading.js';

export type ConstantsSection = SectionData<z.infer<typeof constantsShape>>;

export interface Constants {
  readonly constants: Readonly<Record<string, Constant>>;
  readonly inScope: Readonly<Record<string, ConstantInScope>>;
}

interface Value extends TypedConstant {
  readonly text: string;
  readonly from?: string;
  readonly path: Path;
}

export function readConstants(section: ConstantsSection, problems: Problems): Constants {
  const read = Object.entries(section.data.constants ?? {}).map(([key, shown]) => {
    const path: Path = ['constants', key];
    const values = valuesOf(section, path, shown);
    checkValues(section, values, problems);
    return { key, path, values: values.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1)) };
  });
  return {
    constants: keyed(
      read.map(({ key, path, values }) => [
        key,
        { key, values: values.map(forPeople), place: placeAt(section, path) },
      ]),
    ),
    inScope: keyed(read.map(({ key, values }) => [key, { type: values[0]?.type ?? 'dyn', values }])),
  };
}

function valuesOf(
  section: ConstantsSection,
  path: Path,
  shown: string | number | boolean | ShownDated | readonly ShownDated[],
): readonly Value[] {
  if (Array.isArray(shown)) {
    return (shown as readonly ShownDated[]).map((dated, index) => valueOf(section, [...path, index], dated));
  }
  if (typeof shown === 'object') return [valueOf(section, path, shown as ShownDated)];
  const text = at(section.node, path)?.source ?? String(shown);
  return [{ ...typedConstant(shown, text), text, path }];
}

function valueOf(section: ConstantsSection, path: Path, { value, from }: ShownDated): Value {
  const text = at(section.node, [...path, 'value'])?.source ?? String(value);
  return { ...typedConstant(value, text), text, path, ...(from === undefined ? {} : { from }) };
}

function checkValues({ node }: ConstantsSection, values: readonly Value[], problems: Problems): void {
  const seen = new Map<string, Value>();
  for (const value of values) {
    const spot = spotAt(node, [...value.path, 'value']);
    const first = values[0]?.type ?? value.type;
    if (value.type !== first) {
      problems.report(
        spot,
        `this is ${typeWords(value.type)}, the first value is ${typeWords(first)}`,
        'give all values of a constant one type',
      );
    }
    const from = value.from ?? '';
    if (from !== '' && !isDate(from)) {
      problems.report(
        spotAt(node, [...value.path, 'from']),
        `there is no day \`${from}\``,
        'a day is written like `2026-01-31`',
      );
    }
    if (seen.has(from)) {
      const since = from === '' ? 'without `from`' : `from ${from}`;
      problems.report(
        spotAt(node, [...value.path, 'from']),
        `there are two values ${since}`,
        'give each its own `from`',
      );
    }
    seen.set(from, value);
  }
}

function forPeople({ text, from }: Value): Constant['values'][number] {
  return from === undefined ? { text } : { text, from };
}
