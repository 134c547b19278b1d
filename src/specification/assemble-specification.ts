import { createEntityEnvironment } from './cel/entity-environment.js';
import { SECTION_NUMBERS } from './document/headings.js';
import { toNullPrototypeObject } from './document/null-prototype-object.js';
import { listNamesAt } from './document/yaml-node.js';
import type { Diagnostics } from './document/diagnostics.js';
import { type Declarations, ENVIRONMENT_STEPS, collectDeclarations } from './collect-declarations.js';
import { findUnsupportedFeatures } from './unsupported-features.js';
import type { CooperativeTask } from './cooperative-task.js';
import {
  createCallEnvironments,
  createIncomingCallEnvironments,
} from './sections/calls/call-environments.js';
import { addChangeRightsToConstants } from './sections/roles/add-change-rights-to-constants.js';
import { readCalls } from './sections/calls/read-calls.js';
import { readDashboards } from './sections/screens/read-dashboards.js';
import { readEntities } from './sections/entities/read-entities.js';
import { findErrorEnvironments, readErrors } from './sections/errors/read-errors.js';
import { readApplicationLimits } from './sections/constants/read-application-limits.js';
import { readPermissions } from './sections/roles/read-permissions.js';
import { readIncomingCalls, listReceivingEntities } from './sections/calls/read-incoming-calls.js';
import { readRules } from './sections/rules/read-rules.js';
import { addDefaultScreens } from './sections/screens/default-screens.js';
import { readScreens } from './sections/screens/read-screens.js';
import type { ConstantChange } from './model/constant.js';
import { checkFormerNames } from './upgrade/check-former-names.js';
import { checkStartPages } from './sections/roles/check-start-pages.js';
import { createVersionSchema } from './upgrade/version-schema.js';
import type { ErrorCatalogueEntry, Entity, Rule, Section, Specification } from './model/specification.js';
import type { SectionedDocument } from './document/read-sections.js';
import type { ParsedDeclarations } from './sections/section-shapes.js';

export function* assembleSpecification(
  { document, declared: shown, text }: ParsedDocument,
  problems: Diagnostics,
  changes: readonly ConstantChange[] = [],
): CooperativeTask<Specification> {
  const declared = yield* collectDeclarations(shown, document.title, problems, changes);
  checkFormerNames(createVersionSchema(shown, document.sections), problems);
  const common = { ...declared.common, problems };
  const rules = yield* readRules({
    ...common,
    section: shown[5],
    states: declared.states,
    errors: declared.errorCodes,
  });
  const permissions = yield* readPermissions({ ...common, section: shown[6] });
  const entities = yield* readEntities({ ...declared, problems, section: shown[3], rules, permissions });
  const { screens, dashboards } = yield* assembleScreens(declared, entities, problems);
  checkStartPages(shown[6], { roles: declared.roles, screens, dashboards }, problems);
  const { calls, receives } = yield* assembleCalls(declared, entities, problems);
  const limits = readApplicationLimits({
    section: shown[9],
    problems,
    entities,
    environments: declared.environments,
  });
  return {
    ...declared.product,
    text,
    sections: SECTION_NUMBERS.map((number) => omitBlocks(document.sections[number])),
    screens,
    dashboards,
    entities,
    roles: declared.roles,
    calls,
    receives,
    errors: yield* assembleErrors(declared, rules, problems),
    constants: addChangeRightsToConstants(shown[6], declared.constants, problems),
    limits,
    ...(declared.calendar && { calendar: declared.calendar }),
    later: findUnsupportedFeatures({ entities, limits }),
  };
}

type Entities = Readonly<Record<string, Entity>>;

type ScreensAndDashboards = Pick<Specification, 'screens' | 'dashboards'>;

function* assembleScreens(
  declared: Declarations,
  entities: Entities,
  problems: Diagnostics,
): CooperativeTask<ScreensAndDashboards> {
  const { sections, names, roleNames: roles, environments } = declared;
  const { entities: entityNames, fields } = names;
  const reading = { section: sections[2], problems, environments, entities, entityNames, fields, roles };
  const screens = yield* addDefaultScreens(reading, yield* readScreens(reading));
  return { screens, dashboards: readDashboards(reading, screens) };
}

type CallsAndReceivers = Pick<Specification, 'calls' | 'receives'>;

function* assembleCalls(
  declared: Declarations,
  entities: Entities,
  problems: Diagnostics,
): CooperativeTask<CallsAndReceivers> {
  const { sections, shared, names, lifecycles, errorCodes: errors } = declared;
  const section = sections[7];
  const { entities: entityNames, fields } = names;
  const actionsOf = (entity: string) => listNamesAt(sections[4].node, ['lifecycles', entity, 'actions']);
  const actions = toNullPrototypeObject(entityNames.map((entity) => [entity, actionsOf(entity)]));
  const reading = { section, problems, entities, entityNames, fields, actions, lifecycles, errors };
  const isCalling = Object.keys(section.data.calls ?? {}).length > 0;
  const receivers = listReceivingEntities(section);
  problems.spend(((isCalling ? entityNames.length : 0) + receivers.size) * ENVIRONMENT_STEPS);
  const receiving = yield* createIncomingCallEnvironments(shared, declared.environments, receivers);
  return {
    calls: isCalling
      ? yield* readCalls({ ...reading, ...(yield* createCallEnvironments(shared, declared.environments)) })
      : [],
    receives: yield* readIncomingCalls({ ...reading, receiving }),
  };
}

function* assembleErrors(
  { sections, shared, manner, environments }: Declarations,
  rules: readonly Rule[],
  problems: Diagnostics,
): CooperativeTask<Readonly<Record<string, ErrorCatalogueEntry>>> {
  const withoutRecord = yield* createEntityEnvironment(shared);
  const environmentsFor = (code: string) => findErrorEnvironments(code, rules, environments, withoutRecord);
  return yield* readErrors({ section: sections[8], problems, manner, environmentsFor });
}

function omitBlocks({ number, heading, shown, line, content }: Section): Section {
  return { number, heading, shown, line, content };
}

export interface ParsedDocument {
  readonly text: string;
  readonly document: Pick<SectionedDocument, 'title' | 'sections'>;
  readonly declared: ParsedDeclarations['declared'];
}
