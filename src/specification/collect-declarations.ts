import {
  type ExpressionEnvironment,
  createSharedEnvironment,
  type SharedEnvironment,
} from './cel/entity-environment.js';
import type { DisplayLocale } from './values/format-by-locale.js';
import { toNullPrototypeObject } from './document/null-prototype-object.js';
import { findNodeAt, listNamesAt } from './document/yaml-node.js';
import type { Diagnostics } from './document/diagnostics.js';
import { type CooperativeTask, mapInSteps } from './cooperative-task.js';
import { compileActionExpressions } from './sections/states/compile-action-expressions.js';
import { listCallNames, listMailNames } from './sections/calls/read-calls.js';
import { readConstants } from './sections/constants/read-constants.js';
import { listUsedCurrencies } from './sections/product/list-used-currencies.js';
import {
  type DeclaredNames,
  listDeclaredNames,
  createEnvironments,
  readAllFields,
} from './sections/entities/read-entities.js';
import { listErrorCodes } from './sections/errors/read-errors.js';
import { readLifecycles } from './sections/states/read-lifecycles.js';
import { type Product, readProduct } from './sections/product/read-product.js';
import type { SectionData } from './sections/section-context.js';
import { readRoles, listRoleNames } from './sections/roles/read-roles.js';
import type { SectionDeclarations } from './sections/section-shapes.js';
import { compileTables } from './sections/constants/decision-tables.js';
import { readWorkingCalendar } from './sections/constants/read-working-calendar.js';
import type { ConstantChange } from './model/constant.js';
import type { Constant, Field, Lifecycle, Role, WorkingCalendar } from './model/specification.js';

export const ENVIRONMENT_STEPS = 1_000;

type ByKey<Value> = Readonly<Record<string, Value>>;

export interface Declarations {
  readonly sections: SectionDeclarations;
  readonly product: Product;
  readonly manner: DisplayLocale;
  readonly names: DeclaredNames;
  readonly roles: ByKey<Role>;
  readonly roleNames: readonly string[];
  readonly errorCodes: readonly string[];
  readonly constants: ByKey<Constant>;
  readonly calendar: WorkingCalendar | undefined;
  readonly fields: ByKey<readonly Field[]>;
  readonly lifecycles: ByKey<Lifecycle>;
  /** With broken declarations. */
  readonly states: ByKey<readonly string[]>;
  readonly shared: SharedEnvironment;
  readonly environments: ByKey<ExpressionEnvironment>;
  readonly common: {
    readonly environments: ByKey<ExpressionEnvironment>;
    readonly entities: readonly string[];
    readonly fields: ByKey<readonly string[]>;
  };
}

export function* collectDeclarations(
  shown: SectionDeclarations,
  title: string | undefined,
  problems: Diagnostics,
  changes: readonly ConstantChange[] = [],
): CooperativeTask<Declarations> {
  const product = readProduct(shown[1], title, problems);
  const { timeZone, locale, currency } = product;
  const names = listDeclaredNames(shown[3]);
  const calendar = readWorkingCalendar(shown[9], problems);
  const roles = listRoleNames(shown[6]);
  const fields = yield* readAllFields(shown[3], { currency, roles }, problems);
  const { constants, inScope, tables } = readConstants({ section: shown[9], problems, fields, changes });
  const known = { roles, calls: listCallNames(shown[7]), mails: listMailNames(shown[7]), ...names };
  const hasCalendar = calendar !== undefined;
  const bare = yield* readLifecycles({ section: shown[4], problems, hasCalendar, ...known });
  const currencies = listUsedCurrencies(currency, fields, inScope);
  const shared = createSharedEnvironment({ constants: inScope, currencies, timeZone, calendar });
  const states = toNullPrototypeObject(
    names.entities.map((entity) => [entity, listStates(shown[4], entity, bare[entity])]),
  );
  problems.spend(names.entities.length * ENVIRONMENT_STEPS);
  const environments = yield* createEnvironments(shared, names, { fields, states, roles: known.roles });
  yield* compileTables({ section: shown[9], problems, shared, environments }, tables);
  return {
    sections: shown,
    product,
    manner: { locale, timeZone },
    names,
    roles: readRoles(shown[6], problems),
    roleNames: known.roles,
    errorCodes: listErrorCodes(shown[8]),
    constants,
    calendar,
    fields,
    lifecycles: toNullPrototypeObject(
      yield* mapInSteps(Object.entries(bare), function* ([entity, lifecycle]) {
        const own = environments[entity];
        return [entity, yield* compileActionExpressions(shown[4], entity, lifecycle, own, problems)] as const;
      }),
    ),
    states,
    shared,
    environments,
    common: { environments, entities: names.entities, fields: names.fields },
  };
}

function listStates(
  section: SectionData<unknown>,
  entity: string,
  lifecycle: Lifecycle | undefined,
): readonly string[] {
  if (lifecycle) return lifecycle.states.map(({ key }) => key);
  const shown = findNodeAt(section.node, ['lifecycles', entity]);
  return shown ? listNamesAt(shown, ['states']) : ['open'];
}
