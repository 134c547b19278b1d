// The nine sections, read in the order in which they need each other, put together as one specification.
import { entityEnvironment } from './cel/environment.js';
import { SECTION_NUMBERS } from './document/headings.js';
import { keyed } from './document/keyed.js';
import { namesAt } from './document/node.js';
import type { Problems } from './document/problems.js';
import { type Declarations, ENVIRONMENT, readDeclared } from './declared.js';
import { findLater } from './later.js';
import type { Stepwise } from './pieces.js';
import { callEnvironments, receiveEnvironments } from './sections/call-environments.js';
import { withRights } from './sections/constant-rights.js';
import { readCalls } from './sections/calls.js';
import { readDashboards } from './sections/dashboards.js';
import { readEntities } from './sections/entities.js';
import { environmentsForError, readErrors } from './sections/errors.js';
import { readLimits } from './sections/limits.js';
import { readPermissions } from './sections/permissions.js';
import { readReceives, receivingEntities } from './sections/receives.js';
import { readRules } from './sections/rules.js';
import { withMadeUpScreens } from './sections/routes.js';
import { readScreens } from './sections/screens.js';
import type { ConstantChange } from './constant.js';
import { checkFormerNames } from './upgrade/former-names.js';
import { checkStarts } from './sections/starts.js';
import { versionSchema } from './upgrade/version-schema.js';
import type { CatalogueEntry, Entity, Rule, Section, Specification } from './specification.js';
import type { SectionedDocument } from './document/document.js';
import type { ReadDeclarations } from './sections/shown.js';

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
