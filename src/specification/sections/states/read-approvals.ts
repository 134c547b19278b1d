import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import type { ExpectedResult } from '#specification/cel/compile-cel.js';
import { suggestName } from '#specification/document/nearest-name.js';
import {
  findNodeAt,
  getKeyPositionAt,
  listNamesAt,
  getPositionAt,
  readScalarText,
} from '#specification/document/yaml-node.js';
import { NotEvaluable } from '#specification/values/not-evaluable.js';
import type { ApprovalNeed, Approvals } from '#specification/model/specification.js';
import { compileExpressionAt } from '../compile-expression.js';
import type { ActionDeclaration, LifecycleDeclaration } from './lifecycles-shape.js';
import {
  checkReference,
  listNamesWithPaths,
  type Path,
  getLocationAt,
  type Problems,
  reportDuplicates,
  type SectionData,
  truncateText,
} from '../section-context.js';
import { toList } from '../common-shapes.js';

const WANTS_COUNT: ExpectedResult<number> = {
  types: ['int'],
  words: 'a whole number',
  convert: (result) => {
    const count = Number(result);
    if (!Number.isSafeInteger(count)) throw new NotEvaluable('the number is too large');
    return count;
  },
};

const SHARE = /^(\d{1,3}) ?%$/;

interface ApprovalsReading {
  readonly section: SectionData<unknown>;
  readonly problems: Problems;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly roles: readonly string[];
}

export function checkApprovals(
  reading: ApprovalsReading,
  { entity, action }: { readonly entity: string; readonly action: ActionDeclaration },
  path: Path,
): void {
  const { section, problems, fields, roles } = reading;
  const shown = action.approvals;
  if (shown === undefined) return;
  if (typeof shown !== 'object') return checkCount(section, path, problems);
  const approvingRoles = listNamesAt(section.node, [...path, 'of']);
  const order = listNamesWithPaths(shown.order, [...path, 'order']);
  const pins = listNamesWithPaths(shown.pins, [...path, 'pins']);
  for (const role of approvingRoles) checkRole(reading, [...path, 'of', role], role, action.by);
  for (const { name, path: where } of order)
    checkReference(section, { path: where, name, what: 'role % in this round' }, approvingRoles, problems);
  for (const { name, path: where } of pins)
    checkReference(
      section,
      { path: where, name, what: `field % in ${entity}` },
      fields[entity] ?? [],
      problems,
    );
  for (const option of ['order', 'pins'] as const)
    reportDuplicates(section, shown[option], [...path, option], problems);
  const named = new Set(order.map(({ name }) => name));
  const forgotten = approvingRoles.filter(
    (role) => roles.includes(role) && order.length > 0 && !named.has(role),
  );
  for (const role of forgotten) {
    const message = `the order does not say when \`${role}\` approves`;
    problems.report(
      getPositionAt(section.node, [...path, 'order']),
      message,
      'name every role of the round once',
    );
  }
  if (approvingRoles.length === 0)
    problems.report(getPositionAt(section.node, [...path, 'of']), 'nobody approves here', 'name a role');
}

function checkRole(
  { section, problems, roles }: ApprovalsReading,
  path: Path,
  role: string,
  by: ActionDeclaration['by'],
): void {
  const spot = getKeyPositionAt(section.node, path);
  checkCount(section, path, problems);
  if (!roles.includes(role))
    problems.report(
      spot,
      `no role \`${truncateText(role)}\``,
      suggestName(role, roles) ?? 'declare it in section 6',
    );
  else if (by !== undefined && !toList(by).includes(role))
    problems.report(spot, `\`${role}\` may not take this action`, 'name it in `by`, or leave out `by`');
}

function checkCount({ node }: SectionData<unknown>, path: Path, problems: Problems): void {
  const text = readScalarText(findNodeAt(node, path))?.trim() ?? '';
  const share = SHARE.exec(text);
  if (share && (Number(share[1]) < 1 || Number(share[1]) > 100))
    problems.report(getPositionAt(node, path), `${text} is no share`, 'write 1% to 100%');
  else if (/^-?\d+$/.test(text) && Number(text) < 1)
    problems.report(getPositionAt(node, path), `${text} people cannot approve`, 'write 1 or more');
}

export const listApprovingRoles = ({ approvals }: ActionDeclaration): readonly string[] =>
  typeof approvals === 'object' ? Object.keys(approvals.of) : [];

export function readApprovals(
  environment: ExpressionEnvironment | undefined,
  section: LifecyclesDeclaration,
  path: Path,
  problems: Problems,
): Approvals | undefined {
  const node = findNodeAt(section.node, path);
  if (!node || !environment) return undefined;
  const shown = getDeclaration(section, path);
  const place = getLocationAt(section, path);
  const counting = { environment, section, problems };
  if (typeof shown !== 'object') {
    const of = compileCount(counting, path);
    return of.length === 0 ? undefined : { of, inTurn: false, refusal: 'one', place };
  }
  const order = toList(shown.order);
  const roles = order.length > 0 ? order : Object.keys(shown.of);
  return {
    of: roles.flatMap((role) => compileCount(counting, [...path, 'of', role], role)),
    inTurn: order.length > 0,
    refusal: shown.refusal ?? 'one',
    ...(shown.pins !== undefined && { pins: toList(shown.pins) }),
    place,
  };
}

type LifecyclesDeclaration = SectionData<{
  readonly lifecycles?: Readonly<Record<string, LifecycleDeclaration>> | undefined;
}>;

function getDeclaration({ data }: LifecyclesDeclaration, path: Path): ActionDeclaration['approvals'] {
  const [, entity = '', , action = ''] = path.map(String);
  return data.lifecycles?.[entity]?.actions?.[action]?.approvals;
}

interface ApprovalsContext {
  readonly environment: ExpressionEnvironment;
  readonly section: LifecyclesDeclaration;
  readonly problems: Problems;
}

function compileCount(
  { environment, section, problems }: ApprovalsContext,
  path: Path,
  role?: string,
): readonly ApprovalNeed[] {
  const percent = SHARE.exec(readScalarText(findNodeAt(section.node, path))?.trim() ?? '')?.[1];
  const count =
    percent === undefined
      ? compileExpressionAt(
          environment,
          section,
          { path, place: 'number of approvals' },
          WANTS_COUNT,
          problems,
        )
      : { percent: Number(percent) };
  return count ? [{ ...(role !== undefined && { role }), count, place: getLocationAt(section, path) }] : [];
}
