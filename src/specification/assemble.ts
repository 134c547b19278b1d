// The nine sections, read in the order in which they need each other, put together as one specification.
import type { z } from 'zod';
import { entityEnvironment, type ExpressionEnvironment, sharedEnvironment } from './cel/environment.js';
import type { Document } from './document/document.js';
import { keyed } from './document/keyed.js';
import { at, namesAt } from './document/node.js';
import type { Problems } from './document/problems.js';
import { readSectionData } from './document/section-data.js';
import { readShape } from './document/shape.js';
import { findLater } from './later.js';
import { withActionExpressions } from './sections/actions.js';
import { callEnvironments } from './sections/call-environments.js';
import { callNames, readCalls } from './sections/calls.js';
import { callsShape } from './sections/calls-shape.js';
import { readConstants } from './sections/constants.js';
import { constantsShape } from './sections/constants-shape.js';
import { currenciesIn } from './sections/currencies.js';
import { declaredNames, environmentsOf, readAllFields, readEntities } from './sections/entities.js';
import { entitiesShape } from './sections/entities-shape.js';
import { errorCodes, readErrors } from './sections/errors.js';
import { errorsShape } from './sections/errors-shape.js';
import { readLifecycles } from './sections/lifecycles.js';
import { lifecyclesShape } from './sections/lifecycles-shape.js';
import { readLimits } from './sections/limits.js';
import { readPermissions } from './sections/permissions.js';
import { rolesShape } from './sections/permissions-shape.js';
import { readProduct } from './sections/product.js';
import { productShape } from './sections/product-shape.js';
import type { SectionData } from './sections/reading.js';
import { readRoles, roleNames } from './sections/roles.js';
import { withMadeUpScreens } from './sections/routes.js';
import { readRules } from './sections/rules.js';
import { rulesShape } from './sections/rules-shape.js';
import { readScreens } from './sections/screens.js';
import { screensShape } from './sections/screens-shape.js';
import { SECTION_NUMBERS } from './document/headings.js';
import type { Section, SectionNumber, Specification } from './specification.js';

/** Reports what is wrong, and makes what it can of the rest. */
export function assemble(document: Document, text: string, problems: Problems): Specification {
  const shown = readSections(document, problems);
  const product = readProduct(shown[1], document.title, problems);
  const manner = { locale: product.locale, timeZone: product.timeZone };
  const names = declaredNames(shown[3]);
  const roles = readRoles(shown[6]);
  const errors = errorCodes(shown[8]);
  const { constants, inScope } = readConstants(shown[9], problems);
  const fields = readAllFields(shown[3], product.currency, problems);
  const bare = readLifecycles({
    section: shown[4],
    problems,
    entities: names.entities,
    fields: names.fields,
    roles: roleNames(shown[6]),
    calls: callNames(shown[7]),
  });
  const currencies = currenciesIn(product.currency, fields, inScope);
  const shared = sharedEnvironment({ constants: inScope, currencies, timeZone: product.timeZone });
  const environments = environmentsOf(shared, names, fields, bare, roleNames(shown[6]));
  const lifecycles = keyed(
    Object.entries(bare).map(([entity, lifecycle]) => [
      entity,
      withActionExpressions(shown[4], entity, lifecycle, environments[entity], problems),
    ]),
  );
  const states = keyed(
    names.entities.map((entity) => [
      entity,
      lifecycles[entity]?.states.map(({ key }) => key) ?? statesShown(shown[4], entity),
    ]),
  );
  const common = { problems, environments, entities: names.entities, fields: names.fields };
  const rules = readRules({ ...common, section: shown[5], states, errors });
  const permissions = readPermissions({ ...common, section: shown[6] });
  const parts = {
    section: shown[3],
    problems,
    manner,
    names,
    fields,
    environments,
    lifecycles,
    rules,
    permissions,
  };
  const entities = readEntities(parts);
  const screensReading = {
    section: shown[2],
    problems,
    environments,
    entities,
    entityNames: names.entities,
    fields: names.fields,
    roles: roleNames(shown[6]),
  };
  const screens = withMadeUpScreens(screensReading, readScreens(screensReading));
  const calls = readCalls({
    section: shown[7],
    problems,
    entities,
    entityNames: names.entities,
    fields: names.fields,
    actions: keyed(
      names.entities.map((entity) => [entity, namesAt(shown[4].node, ['lifecycles', entity, 'actions'])]),
    ),
    lifecycles,
    errors,
    ...callEnvironments(shared, environments),
  });
  const withoutRecord = entityEnvironment(shared);
  const catalogue = readErrors({
    section: shown[8],
    problems,
    manner,
    environmentsFor: (code) => environmentsFor(code, rules, environments, withoutRecord),
  });
  const limits = readLimits(shown[9], names.entities, problems);
  return {
    ...product,
    text,
    sections: SECTION_NUMBERS.map((number) => withoutBlocks(document.sections[number])),
    screens,
    entities,
    roles,
    calls,
    errors: catalogue,
    constants,
    limits,
    later: findLater({ entities, screens, calls, limits }),
  };
}

const SHAPES = {
  1: productShape,
  2: screensShape,
  3: entitiesShape,
  4: lifecyclesShape,
  5: rulesShape,
  6: rolesShape,
  7: callsShape,
  8: errorsShape,
  9: constantsShape,
} as const;

type Shown = { readonly [Number in SectionNumber]: SectionData<z.infer<(typeof SHAPES)[Number]>> };

function readSections(document: Document, problems: Problems): Shown {
  const shown = SECTION_NUMBERS.map((number) => {
    const node = readSectionData(document.sections[number], problems);
    return [number, { number, node, data: readShape(SHAPES[number], node, problems) }] as const;
  });
  return Object.fromEntries(shown) as unknown as Shown;
}

/** States of a lifecycle that is broken otherwise. */
function statesShown(section: SectionData<unknown>, entity: string): readonly string[] {
  const shown = at(section.node, ['lifecycles', entity]);
  return shown ? namesAt(shown, ['states']) : ['open'];
}

/** The entities a message may be about: those whose rules raise the error, or any. */
function environmentsFor(
  code: string,
  rules: readonly { readonly error: string; readonly entity: string }[],
  environments: Readonly<Record<string, ExpressionEnvironment>>,
  withoutRecord: ExpressionEnvironment,
): readonly ExpressionEnvironment[] {
  const raised = new Set(rules.filter(({ error }) => error === code).map(({ entity }) => entity));
  const fitting = Object.entries(environments).filter(([entity]) => raised.size === 0 || raised.has(entity));
  return fitting.length > 0 ? fitting.map(([, environment]) => environment) : [withoutRecord];
}

function withoutBlocks({ number, heading, shown, line, content }: Section): Section {
  return { number, heading, shown, line, content };
}
