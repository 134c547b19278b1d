// Two versions of a specification, compared by what they mean. Pure; exhaustive, since each member of each type of the model says how it is
// compared.
import type {
  Call,
  CatalogueEntry,
  Constant,
  Dashboard,
  Receive,
  Role,
  Section,
  SectionNumber,
  Specification,
} from '../model/specification.js';
import {
  compareMembers,
  difference,
  either,
  keyedThings,
  notCompared,
  number,
  part,
  said,
  text,
  things,
  worded,
  KEY,
  PLACE,
  ofEntity,
  type At,
  type Comparison,
  type Difference,
  type Members,
} from './differences.js';
import { code, entityTitle, outcomeOf } from './model-in-words.js';
import { screens, DASHBOARD } from './compare-screens.js';
import { CALL, RECEIVE } from './compare-calls.js';
import { CONSTANT, LIMITS, WORKING, valuesOf } from './compare-limits.js';
import { ENTITIES } from './compare-entities.js';

/** What the later version changes, section by section; of what only words change, `kind` says so. Empty: it means the same. */
export function compareSpecifications(before: Specification, after: Specification): readonly Difference[] {
  const at: At = {
    before: { specification: before },
    after: { specification: after },
    section: 1,
    about: [],
  };
  return compareMembers(SPECIFICATION, before, after, at).toSorted((a, b) => a.section - b.section);
}

/** In a section, and in the words of one entity. */
const within =
  <Value>(section: SectionNumber, comparison: Comparison<Value>): Comparison<Value> =>
  (before, after, at) =>
    comparison(before, after, { ...at, section });

const ROLE: Members<Role> = {
  key: KEY,
  title: worded('Title'),
  everyone: either('Everybody who is signed in has it now.', 'Not everybody has it any more.'),
  start: text('Begins on the screen'),
  place: PLACE,
};

const ERROR: Members<CatalogueEntry> = {
  code: KEY,
  kind: text('Kind'),
  message: said<CatalogueEntry['message']>('Message', code, { kind: 'words' }),
  remedy: said<NonNullable<CatalogueEntry['remedy']>>('Remedy', code, { kind: 'words' }),
  declaredStatus: number('Status', 'the one of its kind'),
  place: PLACE,
};

/** The rules of a section are compared as what they mean; here it is what explains them. */
const SECTION: Members<Section> = {
  number: KEY,
  heading: worded('Heading'),
  shown: either('The section says something now.', 'The section says nothing any more.'),
  line: PLACE,
  content: (before, after, at) =>
    proseIn(before) === proseIn(after) ? [] : [difference(at, 'It is explained otherwise.', 'words')],
};

const proseIn = (content: Section['content']): string =>
  content.flatMap((each) => (each.kind === 'prose' ? [each.markdown.trim()] : [])).join('\n');

const sections: Comparison<readonly Section[]> = (before, after, at) =>
  after.flatMap((section, index) => {
    const here = { ...at, section: section.number, about: [`Section ${section.number}`], line: section.line };
    return compareMembers(SECTION, before[index]!, section, here);
  });

const SPECIFICATION: Members<Specification> = {
  key: text('Key of the application'),
  name: worded('Name of the application'),
  locale: text('Language and region'),
  timeZone: text('Time zone'),
  currency: text('Currency'),
  text: notCompared('it is compared as a text'),
  sections,
  screens: within(2, screens),
  dashboards: within(
    2,
    things<Dashboard>({
      noun: 'Page of tiles',
      key: ({ path }) => path,
      title: ({ title, path }) => `${title} (${path})`,
      line: ({ place }) => place.line,
      members: DASHBOARD,
    }),
  ),
  entities: within(3, keyedThings(ENTITIES)),
  roles: within(
    6,
    keyedThings<Role>({
      noun: 'Role',
      key: ({ key }) => key,
      title: ({ title }) => title,
      line: ({ place }) => place.line,
      describe: ({ everyone }) => (everyone ? 'everybody who is signed in has it' : ''),
      members: ROLE,
    }),
  ),
  calls: within(
    7,
    things<Call>({
      noun: 'Call',
      key: ({ key }) => key,
      title: ({ key }) => key,
      line: ({ place }) => place.line,
      describe: ({ kind }) => (kind === 'http' ? 'it calls an address' : 'it sends a mail'),
      members: CALL,
      ordered: 'meaning',
    }),
  ),
  receives: within(
    7,
    things<Receive>({
      noun: 'Message from outside',
      key: ({ key }) => key,
      title: ({ key }) => key,
      line: ({ place }) => place.line,
      describe: ({ entity, then }, side) =>
        `about ${entityTitle(entity, side)}; ${outcomeOf(then, { ...side, entity })}`,
      members: RECEIVE,
      within: ofEntity,
      ordered: 'never',
    }),
  ),
  errors: within(
    8,
    keyedThings<CatalogueEntry>({
      noun: 'Error',
      key: ({ code: key }) => key,
      title: ({ code: key }) => key,
      line: ({ place }) => place?.line,
      members: ERROR,
      ordered: 'never',
    }),
  ),
  constants: within(
    9,
    keyedThings<Constant>({
      noun: 'Constant',
      key: ({ key }) => key,
      title: ({ key }) => key,
      line: ({ place }) => place.line,
      describe: ({ values }) => valuesOf(values) ?? '',
      members: CONSTANT,
      ordered: 'never',
    }),
  ),
  limits: within(9, part(LIMITS)),
  calendar: within(
    9,
    part(WORKING, {
      added: 'Working time is counted now.',
      removed: 'Working time is not counted any more.',
    }),
  ),
  later: notCompared('it follows from what the document says and what this Daybook runs'),
};
