import { suggestName } from '#specification/document/nearest-name.js';
import { getKeyPositionAt } from '#specification/document/yaml-node.js';
import type { Lifecycle, State } from '#specification/model/specification.js';
import type { LifecyclesContext } from './lifecycles-context.js';
import type { LifecycleDeclaration } from './lifecycles-shape.js';
import { checkReference, listNamesWithPaths, type Path } from '../section-context.js';
import { toList } from '../common-shapes.js';

interface DueContext {
  readonly entity: string;
  readonly states: readonly State[];
  readonly known: readonly string[];
}

/** A date without states is due until the record ends. */
export function readDueDate(
  { section, problems, fields, dates }: LifecyclesContext,
  { entity, states, known }: DueContext,
  path: Path,
  shown: LifecycleDeclaration['due'],
): Pick<Lifecycle, 'due'> {
  if (!shown) return {};
  const open = states.filter(({ final }) => !final).map(({ key }) => key);
  const due: Record<string, readonly string[]> = {};
  for (const [field, within] of Object.entries(shown)) {
    const where = [...path, field];
    const [known_, problem] = fields[entity]?.includes(field)
      ? [dates[entity] ?? [], `\`${field}\` is no date, or it is personal`]
      : [fields[entity] ?? [], `no field \`${field}\` in ${entity}`];
    if (!dates[entity]?.includes(field))
      problems.report(getKeyPositionAt(section.node, where), problem, suggestName(field, known_));
    if (within !== true)
      for (const { name, path: at } of listNamesWithPaths(within, where))
        checkReference(section, { path: at, name, what: `state % in ${entity}` }, known, problems);
    due[field] = within === true ? open : toList(within);
  }
  return { due };
}
