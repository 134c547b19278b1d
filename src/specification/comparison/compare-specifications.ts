// Compares two versions of a specification by meaning. Each member of the model declares its comparison, so none is missed.
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
  locateInEntity,
  type ComparisonLocation,
  type Comparison,
  type Difference,
  type MemberComparisons,
} from './differences.js';
import { formatCode, getEntityTitle, formatCallOutcome } from './format-model.js';
import { compareScreens, DASHBOARD_COMPARISON } from './compare-screens.js';
import { CALL_COMPARISON, RECEIVER_COMPARISON } from './compare-calls.js';
import {
  CONSTANT_COMPARISON,
  LIMITS_COMPARISON,
  WORKING_CALENDAR_COMPARISON,
  formatConstantValues,
} from './compare-limits.js';
import { ENTITY_COMPARISON } from './compare-entities.js';

/** Differences, section by section; `kind` tells wording from meaning. Empty: same meaning. */
export function compareSpecifications(before: Specification, after: Specification): readonly Difference[] {
  const at: ComparisonLocation = {
    before: { specification: before },
    after: { specification: after },
    section: 1,
    about: [],
  };
  return compareMembers(SPECIFICATION, before, after, at).toSorted((a, b) => a.section - b.section);
}

/** In a section, and in the words of one entity. */
const compareWithin =
  <Value>(section: SectionNumber, comparison: Comparison<Value>): Comparison<Value> =>
  (before, after, at) =>
    comparison(before, after, { ...at, section });

const ROLE: MemberComparisons<Role> = {
  key: IGNORED_KEY,
  title: compareWording('Title'),
  everyone: compareFlag('Everybody who is signed in has it now.', 'Not everybody has it any more.'),
  start: compareText('Begins on the screen'),
  place: IGNORED_LOCATION,
};

const ERROR: MemberComparisons<CatalogueEntry> = {
  code: IGNORED_KEY,
  kind: compareText('Kind'),
  message: compareFormatted<CatalogueEntry['message']>('Message', formatCode, { kind: 'words' }),
  remedy: compareFormatted<NonNullable<CatalogueEntry['remedy']>>('Remedy', formatCode, { kind: 'words' }),
  declaredStatus: compareNumber('Status', 'the one of its kind'),
  place: IGNORED_LOCATION,
};

/** The rules of a section are compared as what they mean; here it is what explains them. */
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
      describe: ({ everyone }) => (everyone ? 'everybody who is signed in has it' : ''),
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
    compareKeyedList<Receive>({
      noun: 'Message from outside',
      key: ({ key }) => key,
      title: ({ key }) => key,
      line: ({ place }) => place.line,
      describe: ({ entity, then }, side) =>
        `about ${getEntityTitle(entity, side)}; ${formatCallOutcome(then, { ...side, entity })}`,
      members: RECEIVER_COMPARISON,
      within: locateInEntity,
      ordered: 'never',
    }),
  ),
  errors: compareWithin(
    8,
    compareKeyedRecord<CatalogueEntry>({
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
