import type { ConstantInScope } from '#specification/cel/entity-environment.js';
import type { Field } from '#specification/model/specification.js';

export function listUsedCurrencies(
  own: string,
  fields: Readonly<Record<string, readonly Field[]>>,
  constants: Readonly<Record<string, ConstantInScope>>,
): readonly string[] {
  const all = Object.values(fields)
    .flat()
    .flatMap((field) => [field, ...field.fields]);
  const ofConstants = Object.values(constants).flatMap(
    ({ type }) => /\bmoney\.([A-Z]{3})\b/.exec(type)?.slice(1) ?? [],
  );
  return [...new Set([own, ...all.flatMap(({ currency }) => currency ?? []), ...ofConstants])];
}
