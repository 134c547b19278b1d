import { toDescribedMember, type EventMember, type EventType } from '../domain/event.js';
import { eventTypes, METADATA_DESCRIPTIONS } from '../domain/event-types.js';

export type SampleEvents = Readonly<Record<string, { readonly data: unknown; readonly metadata: unknown }>>;

export function renderEventCatalogue(samples: SampleEvents): string {
  const types = Object.entries<EventType>(eventTypes);
  return `${[
    INTRODUCTION,
    '| Event | Stream | When |\n|---|---|---|\n' +
      types
        .map(([type, { stream, when }]) => tableRow(linkToHeading(type), `\`${stream}\``, when))
        .join('\n'),
    '## Metadata',
    'Every event says who, when and why. Only the first four are always there.',
    renderMembersTable(METADATA_DESCRIPTIONS),
    ...types.flatMap(([type, described]) => renderEventSection(type, described, samples)),
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `# Events

<!-- Made by \`npm run catalogue\` from the event types in src/domain and test/event-store/golden. Do not edit. -->

Everything that happens in Daybook is one of these events. An event is plain JSON, \`{ id, type, data, metadata }\`. It is written once, in order, and never changed. The names below are the storage format: an older shape of an event is upcast when it is read.

Values are exact: money and decimals are integers in their smallest unit, dates are \`YYYY-MM-DD\`, instants are ISO 8601 in UTC. What is said to be *sealed* is encrypted with a key of the person it is about: \`{ "sealed": { "person", "box" } }\`.`;

function renderEventSection(
  type: string,
  { stream, when, members }: EventType,
  samples: SampleEvents,
): string[] {
  const sample = samples[type];
  if (!sample) throw new Error(`there is no sample of ${type}`);
  return [
    `## ${type}`,
    `${when} Stream \`${stream}\`.`,
    renderMembersTable(members),
    `\`\`\`json\n${JSON.stringify({ type, data: sample.data, metadata: sample.metadata }, null, 2)}\n\`\`\``,
  ];
}

function renderMembersTable(members: Readonly<Record<string, EventMember>>): string {
  const rows = Object.entries(members).map(([key, member]) => {
    const { means, sealed } = toDescribedMember(member);
    return tableRow(`\`${key}\``, sealed ? `${means}; sealed` : means);
  });
  return ['| Member | Meaning |', '|---|---|', ...rows].join('\n');
}

const tableRow = (...cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const linkToHeading = (type: string) => `[\`${type}\`](#${type.replaceAll('.', '')})`;
