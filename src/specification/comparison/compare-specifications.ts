import type {
  Call,
  ErrorCatalogueEntry,
  Constant,
  Dashboard,
  IncomingCall,
  Role,
  Section,
  SectionNumber,
  Specification,
} from '../model/specification.js';
import {
  compareMembers,
  createDifference,
  compareFlag,
  compareKeyedRecord,
  ignoreDifference,
  compareNumber,
  comparePart,
  compareFormatted,
  compareText,
  compareKeyedList,
  compareWording,
  IGNORED_KEY,
  IGNORED_LOCATION,
  addEntityToLocation,
  type ComparisonLocation,
  type Comparison,
  type Difference,
  type MemberComparisons,
} from './differences.js';
import { formatCode, getEntityTitle, formatCallOutcome } from './format-model.js';
import { compareScreens, DASHBOARD_COMPARISON } from './compare-screens.js';
import { CALL_COMPARISON, INCOMING_CALL_COMPARISON } from './compare-calls.js';
import {
  CONSTANT_COMPARISON,
  LIMITS_COMPARISON,
  WORKING_CALENDAR_COMPARISON,
  formatConstantValues,
} from './compare-constants-and-limits.js';
import { ENTITY_COMPARISON } from './compare-entities.js';

export function compareSpecifications(before: Specification, after: Specification): readonly Difference[] {
  const at: ComparisonLocation = {
    before: { specification: before },
    after: { specification: after },
    section: 1,
    about: [],
  };
  return compareMembers(SPECIFICATION, before, after, at).toSorted((a, b) => a.section - b.section);
}

const compareWithin =
  <Value>(section: SectionNumber, comparison: Comparison<Value>): Comparison<Value> =>
  (before, after, at) =>
    comparison(before, after, { ...at, section });

const ROLE: MemberComparisons<Role> = {
  key: IGNORED_KEY,
  title: compareWording('Title'),
  everyone: compareFlag('Every signed-in person has it now.', 'Only people who are granted it have it now.'),
  start: compareText('Begins on the screen'),
  place: IGNORED_LOCATION,
};

const ERROR: MemberComparisons<ErrorCatalogueEntry> = {
  code: IGNORED_KEY,
  kind: compareText('Kind'),
  message: compareFormatted<ErrorCatalogueEntry['message']>('Message', formatCode, { kind: 'words' }),
  remedy: compareFormatted<NonNullable<ErrorCatalogueEntry['remedy']>>('Remedy', formatCode, {
    kind: 'words',
  }),
  declaredStatus: compareNumber('Status', 'the one of its kind'),
  place: IGNORED_LOCATION,
};

/** Compares prose only, as rules are compared by meaning. */
const SECTION: MemberComparisons<Section> = {
  number: IGNORED_KEY,
  heading: compareWording('Heading'),
  shown: compareFlag('The section says something now.', 'The section says nothing any more.'),
  line: IGNORED_LOCATION,
  content: (before, after, at) =>
    formatProse(before) === formatProse(after)
      ? []
      : [createDifference(at, 'It is explained otherwise.', 'words')],
};

const formatProse = (content: Section['content']): string =>
  content.flatMap((each) => (each.kind === 'prose' ? [each.markdown.trim()] : [])).join('\n');

const compareSections: Comparison<readonly Section[]> = (before, after, at) =>
  after.flatMap((section, index) => {
    const here = { ...at, section: section.number, about: [`Section ${section.number}`], line: section.line };
    return compareMembers(SECTION, before[index]!, section, here);
  });

const SPECIFICATION: MemberComparisons<Specification> = {
  key: compareText('Key of the application'),
  name: compareWording('Name of the application'),
  locale: compareText('Language and region'),
  timeZone: compareText('Time zone'),
  currency: compareText('Currency'),
  text: ignoreDifference('it is compared as a text'),
  sections: compareSections,
  screens: compareWithin(2, compareScreens),
  dashboards: compareWithin(
    2,
    compareKeyedList<Dashboard>({
      noun: 'Page of tiles',
      key: ({ path }) => path,
      title: ({ title, path }) => `${title} (${path})`,
      line: ({ place }) => place.line,
      members: DASHBOARD_COMPARISON,
    }),
  ),
  entities: compareWithin(3, compareKeyedRecord(ENTITY_COMPARISON)),
  roles: compareWithin(
    6,
    compareKeyedRecord<Role>({
      noun: 'Role',
      key: ({ key }) => key,
      title: ({ title }) => title,
      line: ({ place }) => place.line,
      describe: ({ everyone }) => (everyone ? 'every signed-in person has it' : ''),
      members: ROLE,
    }),
  ),
  calls: compareWithin(
    7,
    compareKeyedList<Call>({
      noun: 'Call',
      key: ({ key }) => key,
      title: ({ key }) => key,
      line: ({ place }) => place.line,
      describe: ({ kind }) => (kind === 'http' ? 'it calls an address' : 'it sends a mail'),
      members: CALL_COMPARISON,
      ordered: 'meaning',
    }),
  ),
  receives: compareWithin(
    7,
    compareKeyedList<IncomingCall>({
      noun: 'Message from outside',
      key: ({ key }) => key,
      title: ({ key }) => key,
      line: ({ place }) => place.line,
      describe: ({ entity, then }, side) =>
        `about ${getEntityTitle(entity, side)}; ${formatCallOutcome(then, { ...side, entity })}`,
      members: INCOMING_CALL_COMPARISON,
      within: addEntityToLocation,
      ordered: 'never',
    }),
  ),
  errors: compareWithin(
    8,
    compareKeyedRecord<ErrorCatalogueEntry>({
      noun: 'Error',
      key: ({ code: key }) => key,
      title: ({ code: key }) => key,
      line: ({ place }) => place?.line,
      members: ERROR,
      ordered: 'never',
    }),
  ),
  constants: compareWithin(
    9,
    compareKeyedRecord<Constant>({
      noun: 'Constant',
      key: ({ key }) => key,
      title: ({ key }) => key,
      line: ({ place }) => place.line,
      describe: ({ values }) => formatConstantValues(values) ?? '',
      members: CONSTANT_COMPARISON,
      ordered: 'never',
    }),
  ),
  limits: compareWithin(9, comparePart(LIMITS_COMPARISON)),
  calendar: compareWithin(
    9,
    comparePart(WORKING_CALENDAR_COMPARISON, {
      added: 'Working time is counted now.',
      removed: 'Working time is not counted any more.',
    }),
  ),
  later: ignoreDifference('it follows from what the document says and what this Daybook runs'),
};
