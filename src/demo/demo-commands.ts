import { GrantRole, AppointDeputy, RegisterUser } from '#domain/user/user-commands.js';
import { deriveUuidFromParts } from '../import/derived-ids.js';
import { DAY_MS, formatDay, findNextOfficeTime, formatInstant } from './office-time.js';
import { generateCapaCaseStories } from './capa/capa-case-stories.js';
import { generateEquipmentStories } from './capa/equipment-stories.js';
import { DEMO_PEOPLE, type DemoPerson } from './demo-people.js';
import { generateApplicationStories } from './permits/application-stories.js';
import { generateCostCentreStories, generateSupplierStories } from './purchasing/master-data-stories.js';
import { generateLargeRequestStories } from './purchasing/large-request-stories.js';
import { generateRequestStories } from './purchasing/request-stories.js';
import { createSeededRandom } from './seeded-random.js';
import type { DemoCommand, Story } from './story.js';

/** Days. */
const LENGTH = 210;

/** Stored in the demo's first event, so that an interrupted load can be finished. */
export const calculateDemoBegin = (until: string) => formatInstant(Date.parse(until) - (LENGTH + 1) * DAY_MS);
export const calculateDemoEnd = (first: string) => formatInstant(Date.parse(first) + (LENGTH + 1) * DAY_MS);

/** `until`: an ISO 8601 instant. The same moment yields the same commands. */
export function* generateDemoCommands(until: string): Iterable<DemoCommand> {
  const end = Date.parse(until);
  const begin = end - LENGTH * DAY_MS;
  for (const person of Object.values(DEMO_PEOPLE)) yield registered(person, calculateDemoBegin(until));
  const commands = [
    helpingOut(begin),
    standingIn(begin, end),
    ...[...stories(begin, end)].flatMap(({ commands }) => commands),
  ];
  yield* commands.sort((a, b) => happened(a).localeCompare(happened(b)));
}

function* stories(begin: number, end: number): Iterable<Story> {
  yield* generateSupplierStories(begin, end);
  yield* generateCostCentreStories(begin, end);
  yield* generateEquipmentStories(begin, end);
  yield* generateRequestStories(begin, end);
  yield* generateLargeRequestStories(begin, end);
  yield* generateCapaCaseStories(begin, end);
  yield* generateApplicationStories(begin, end);
}

const happened = (command: DemoCommand) => command.data.context.effectiveAt ?? '';

function registered({ id, name, signInName, roles }: DemoPerson, effectiveAt: string): DemoCommand {
  const context = {
    actor: 'system',
    commandId: deriveUuidFromParts('demo', 'person', signInName),
    effectiveAt,
  };
  const held = Object.entries(roles).flatMap(([application, keys]) =>
    keys.map((role) => ({ application, role })),
  );
  return new RegisterUser({ id, name, signInName, demo: true, roles: held, context });
}

function helpingOut(begin: number): DemoCommand {
  const context = {
    actor: DEMO_PEOPLE.ines.id,
    commandId: deriveUuidFromParts('demo', 'role', 'lena', 'store'),
    effectiveAt: formatInstant(findNextOfficeTime(begin + 90 * DAY_MS, createSeededRandom('helping out'))),
  };
  return new GrantRole({ id: DEMO_PEOPLE.lena.id, application: 'purchasing', role: 'store', context });
}

function standingIn(begin: number, end: number): DemoCommand {
  const named = findNextOfficeTime(begin + 20 * DAY_MS, createSeededRandom('standing in'));
  const context = {
    actor: DEMO_PEOPLE.thomas.id,
    commandId: deriveUuidFromParts('demo', 'deputy', 'thomas', 'paul'),
    effectiveAt: formatInstant(named),
  };
  return new AppointDeputy({
    id: DEMO_PEOPLE.thomas.id,
    deputation: deriveUuidFromParts('demo', 'deputation', 'thomas', 'paul'),
    deputy: DEMO_PEOPLE.paul.id,
    application: 'purchasing',
    role: 'budgetHolder',
    from: formatDay(named),
    until: formatDay(end + 30 * DAY_MS),
    context,
  });
}
