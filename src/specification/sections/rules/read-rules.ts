import type { z } from 'zod';
import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import { BOOLEAN_RESULT } from '#specification/cel/compile-cel.js';
import { type CooperativeTask, mapInSteps } from '#specification/cooperative-task.js';
import type { Rule } from '#specification/model/specification.js';
import { compileExpressionAt } from '../compile-expression.js';
import {
  checkReference,
  DECLARE_ERROR_REMEDY,
  listNamesWithPaths,
  type Path,
  getLocationAt,
  type Problems,
  type SectionData,
} from '../section-context.js';
import type { rulesShape } from './rules-shape.js';
import { toList } from '../common-shapes.js';

export type RulesSection = SectionData<z.infer<typeof rulesShape>>;

export interface RulesContext {
  readonly section: RulesSection;
  readonly problems: Problems;
  readonly environments: Readonly<Record<string, ExpressionEnvironment>>;
  readonly entities: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly states: Readonly<Record<string, readonly string[]>>;
  readonly errors: readonly string[];
}

export function* readRules(reading: RulesContext): CooperativeTask<readonly Rule[]> {
  const { section, problems, entities, errors, fields, states } = reading;
  const rules = yield* mapInSteps(
    Object.entries(section.data.rules ?? {}),
    ([id, shown]): readonly Rule[] => {
      const path: Path = ['rules', id];
      if (shown.error !== undefined)
        checkReference(
          section,
          { path: [...path, 'error'], name: shown.error, what: 'error %', otherwise: DECLARE_ERROR_REMEDY },
          errors,
          problems,
        );
      if (
        !checkReference(
          section,
          { path: [...path, 'on'], name: shown.on, what: 'entity %' },
          entities,
          problems,
        )
      )
        return [];
      for (const each of listNamesWithPaths(shown.fields, [...path, 'fields'])) {
        checkReference(
          section,
          { ...each, what: `field % in ${shown.on}` },
          fields[shown.on] ?? [],
          problems,
        );
      }
      for (const each of shown.in === '*' ? [] : listNamesWithPaths(shown.in, [...path, 'in'])) {
        checkReference(
          section,
          { ...each, what: `state % in ${shown.on}` },
          states[shown.on] ?? [],
          problems,
        );
      }
      const check = compileExpressionAt(
        reading.environments[shown.on],
        section,
        { path: [...path, 'check'], place: 'rule' },
        BOOLEAN_RESULT,
        problems,
      );
      if (!check) return [];
      const within = shown.in === undefined || shown.in === '*' ? {} : { in: toList(shown.in) };
      const rule = {
        id,
        entity: shown.on,
        check,
        error: shown.error ?? 'RULE',
        fields: toList(shown.fields),
      };
      return [{ ...rule, ...within, place: getLocationAt(section, path) }];
    },
  );
  return rules.flat();
}
