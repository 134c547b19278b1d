import { compileExpression, type ExpectedResult } from '../cel/compile-cel.js';
import type { ExpressionEnvironment } from '../cel/entity-environment.js';
import type { ExpressionPlace } from '../cel/expression-contexts.js';
import { findRecordFields } from '../cel/check-names.js';
import { findNodeAt, getPositionAt, readScalarText } from '../document/yaml-node.js';
import type { Expression } from '../model/specification.js';
import { type Path, type Problems, type SectionData, truncateText } from './section-context.js';

export function compileExpressionAt<T>(
  environment: ExpressionEnvironment | undefined,
  section: SectionData<unknown>,
  { path, place }: { readonly path: Path; readonly place: ExpressionPlace },
  wanted: ExpectedResult<T>,
  problems: Problems,
): Expression<T> | undefined {
  const node = findNodeAt(section.node, path);
  const source = readScalarText(node);
  if (!node || !environment || source === undefined) return undefined;
  return compileExpression(environment, { source, place, node, section: section.number }, wanted, problems);
}

/** Results are stored or shown unencrypted. */
export function reportPersonalFields(
  environment: ExpressionEnvironment | undefined,
  section: SectionData<unknown>,
  at: { readonly path: Path; readonly source: string; readonly allowed?: string },
  why: string,
  problems: Problems,
): void {
  if (!environment || environment.personal.length === 0) return;
  const used = findRecordFields(environment, at.source);
  for (const field of environment.personal) {
    if (field.personal === at.allowed || !used.includes(field.key)) continue;
    problems.report(
      getPositionAt(section.node, at.path),
      `\`${truncateText(field.key)}\` is personal: ${why}`,
      'leave it out, or leave out its `personal`',
    );
  }
}
