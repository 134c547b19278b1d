// The nine sections, read in the order in which they need each other, put together as one specification.
import { entityEnvironment } from './cel/entity-environment.js';
import { SECTION_NUMBERS } from './document/headings.js';
import { keyed } from './document/object-without-prototype.js';
import { namesAt } from './document/yaml-node.js';
import type { Problems } from './document/diagnostics.js';
import { type Declarations, ENVIRONMENT, readDeclared } from './read-declarations.js';
import { findLater } from './unsupported-features.js';
import type { Stepwise } from './pieces.js';
import { callEnvironments, receiveEnvironments } from './sections/calls/call-environments.js';
import { withRights } from './sections/roles/constant-rights.js';
import { readCalls } from './sections/calls/read-calls.js';
import { readDashboards } from './sections/screens/read-dashboards.js';
import { readEntities } from './sections/entities/read-entities.js';
import { environmentsForError, readErrors } from './sections/errors/read-errors.js';
import { readLimits } from './sections/constants/read-limits.js';
import { readPermissions } from './sections/roles/read-permissions.js';
import { readReceives, receivingEntities } from './sections/calls/read-receivers.js';
import { readRules } from './sections/rules/read-rules.js';
import { withMadeUpScreens } from './sections/screens/screen-routes.js';
import { readScreens } from './sections/screens/read-screens.js';
import type { ConstantChange } from './model/constant.js';
import { checkFormerNames } from './upgrade/former-names.js';
import { checkStarts } from './sections/roles/start-pages.js';
import { versionSchema } from './upgrade/version-schema.js';
import type { CatalogueEntry, Entity, Rule, Section, Specification } from './model/specification.js';
import type { SectionedDocument } from './document/read-sections.js';
import type { ReadDeclarations } from './sections/section-shapes.js';

/** Reports what is wrong. `changes`: of constants, by somebody, since the document was written. */
export function* assemble(
  { document, shown, text }: ReadText,
  problems: Problems,
  changes: readonly ConstantChange[] = [],
): Stepwise<Specification> {
  const declared = yield* readDeclared(shown, document.title, problems, changes);
  checkFormerNames(versionSchema(shown, document.sections), problems);
  const common = { ...declared.common, problems };
  const rules = yield* readRules({
    ...common,
    section: shown[5],
    states: declared.states,
    errors: declared.errorCodes,
  });
  const permissions = yield* readPermissions({ ...common, section: shown[6] });
  const entities = yield* readEntities({ ...declared, problems, section: shown[3], rules, permissions });
  const { screens, dashboards } = yield* screensOf(declared, entities, problems);
  checkStarts(shown[6], { roles: declared.roles, screens, dashboards }, problems);
  const { calls, receives } = yield* callsOf(declared, entities, problems);
  const limits = readLimits({ section: shown[9], problems, entities, environments: declared.environments });
  return {
    ...declared.product,
    text,
    sections: SECTION_NUMBERS.map((number) => withoutBlocks(document.sections[number])),
    screens,
    dashboards,
    entities,
    roles: declared.roles,
    calls,
    receives,
    errors: yield* errorsOf(declared, rules, problems),
    constants: withRights(shown[6], declared.constants, problems),
    limits,
    ...(declared.calendar && { calendar: declared.calendar }),
    later: findLater({ entities, limits }),
  };
}

type Entities = Readonly<Record<string, Entity>>;

type ScreensAndDashboards = Pick<Specification, 'screens' | 'dashboards'>;

function* screensOf(
  declared: Declarations,
  entities: Entities,
  problems: Problems,
): Stepwise<ScreensAndDashboards> {
  const { shown, names, roleNames: roles, environments } = declared;
  const { entities: entityNames, fields } = names;
  const reading = { section: shown[2], problems, environments, entities, entityNames, fields, roles };
  const screens = yield* withMadeUpScreens(reading, yield* readScreens(reading));
  return { screens, dashboards: readDashboards(reading, screens) };
}

type Section7 = Pick<Specification, 'calls' | 'receives'>;

function* callsOf(declared: Declarations, entities: Entities, problems: Problems): Stepwise<Section7> {
  const { shown, shared, names, lifecycles, errorCodes: errors } = declared;
  const section = shown[7];
  const { entities: entityNames, fields } = names;
  const actionsOf = (entity: string) => namesAt(shown[4].node, ['lifecycles', entity, 'actions']);
  const actions = keyed(entityNames.map((entity) => [entity, actionsOf(entity)]));
  const reading = { section, problems, entities, entityNames, fields, actions, lifecycles, errors };
  const isCalling = Object.keys(section.data.calls ?? {}).length > 0;
  const receivers = receivingEntities(section);
  problems.spend(((isCalling ? entityNames.length : 0) + receivers.size) * ENVIRONMENT);
  const receiving = yield* receiveEnvironments(shared, declared.environments, receivers);
  return {
    calls: isCalling
      ? yield* readCalls({ ...reading, ...(yield* callEnvironments(shared, declared.environments)) })
      : [],
    receives: yield* readReceives({ ...reading, receiving }),
  };
}

function* errorsOf(
  { shown, shared, manner, environments }: Declarations,
  rules: readonly Rule[],
  problems: Problems,
): Stepwise<Readonly<Record<string, CatalogueEntry>>> {
  const withoutRecord = yield* entityEnvironment(shared);
  const environmentsFor = (code: string) => environmentsForError(code, rules, environments, withoutRecord);
  return yield* readErrors({ section: shown[8], problems, manner, environmentsFor });
}

function withoutBlocks({ number, heading, shown, line, content }: Section): Section {
  return { number, heading, shown, line, content };
}

/** What a document says, before it is judged. */
export interface ReadText {
  readonly text: string;
  readonly document: Pick<SectionedDocument, 'title' | 'sections'>;
  readonly shown: ReadDeclarations['shown'];
}
