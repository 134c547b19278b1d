// The demo: who works there and what they did over the last months, as commands in the order in which they happened.
import { GrantRole, NameDeputy, RegisterUser } from '#domain/user/user-commands.js';
import { derivedUuid } from '../import/derived-ids.js';
import { DAY_MS, day, inOffice, instant } from './calendar.js';
import { cases } from './capa/cases.js';
import { equipment } from './capa/equipment.js';
import { DEMO_PEOPLE, type DemoPerson } from './people.js';
import { applications } from './permits/applications.js';
import { costCentres, suppliers } from './purchasing/master-data.js';
import { createLargeRequests } from './purchasing/large-requests.js';
import { requests } from './purchasing/requests.js';
import { randomFor } from './random.js';
import type { DemoCommand, Story } from './story.js';

/** Days the demo looks back. */
const LENGTH = 210;

/** What the demo's first event says about the moment up to which it is told, so that a load can be finished later. */
export const firstMoment = (until: string) => instant(Date.parse(until) - (LENGTH + 1) * DAY_MS);
export const lastMoment = (first: string) => instant(Date.parse(first) + (LENGTH + 1) * DAY_MS);

/** The people, and everything they did up to `until` (an ISO 8601 instant). The same moment gives the same commands. */
export function* demo(until: string): Iterable<DemoCommand> {
  const end = Date.parse(until);
  const begin = end - LENGTH * DAY_MS;
  for (const person of Object.values(DEMO_PEOPLE)) yield registered(person, firstMoment(until));
  const commands = [
    helpingOut(begin),
    standingIn(begin, end),
    ...[...stories(begin, end)].flatMap(({ commands }) => commands),
  ];
  yield* commands.sort((a, b) => happened(a).localeCompare(happened(b)));
}

function* stories(begin: number, end: number): Iterable<Story> {
  yield* suppliers(begin, end);
  yield* costCentres(begin, end);
  yield* equipment(begin, end);
  yield* requests(begin, end);
  yield* createLargeRequests(begin, end);
  yield* cases(begin, end);
  yield* applications(begin, end);
}

const happened = (command: DemoCommand) => command.data.context.effectiveAt ?? '';

function registered({ id, name, signInName, roles }: DemoPerson, effectiveAt: string): DemoCommand {
  const context = { actor: 'system', commandId: derivedUuid('demo', 'person', signInName), effectiveAt };
  const held = Object.entries(roles).flatMap(([application, keys]) =>
    keys.map((role) => ({ application, role })),
  );
  return new RegisterUser({ id, name, signInName, demo: true, roles: held, context });
}

/** Lena helps out in the store from the summer on: the timeline shows who gave her the role. */
function helpingOut(begin: number): DemoCommand {
  const context = {
    actor: DEMO_PEOPLE.ines.id,
    commandId: derivedUuid('demo', 'role', 'lena', 'store'),
    effectiveAt: instant(inOffice(begin + 90 * DAY_MS, randomFor('helping out'))),
  };
  return new GrantRole({ id: DEMO_PEOPLE.lena.id, application: 'purchasing', role: 'store', context });
}

/** Paul approves for Thomas while he is away, until the examples are some weeks old. */
function standingIn(begin: number, end: number): DemoCommand {
  const named = inOffice(begin + 20 * DAY_MS, randomFor('standing in'));
  const context = {
    actor: DEMO_PEOPLE.thomas.id,
    commandId: derivedUuid('demo', 'deputy', 'thomas', 'paul'),
    effectiveAt: instant(named),
  };
  return new NameDeputy({
    id: DEMO_PEOPLE.thomas.id,
    deputation: derivedUuid('demo', 'deputation', 'thomas', 'paul'),
    deputy: DEMO_PEOPLE.paul.id,
    application: 'purchasing',
    role: 'budgetHolder',
    from: day(named),
    until: day(end + 30 * DAY_MS),
    context,
  });
}
