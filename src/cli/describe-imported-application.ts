import { formatCount } from '#platform/format-count.js';
import { toPrintableLine } from '#platform/to-printable-line.js';
import type { ArchiveReader } from '../application-archive/archive-reader.js';
import type { ImportedApplication } from '../application-archive/import-application.js';
import type { MatchedPerson } from '../application-archive/match-people.js';

export function describeImportedApplication(
  path: string,
  { manifest, sha256 }: Pick<ArchiveReader, 'manifest' | 'sha256'>,
  { people, events, timers, calls, already }: ImportedApplication,
  isDryRun: boolean,
): string {
  const { key } = manifest.application;
  const name = toPrintableLine(manifest.application.name);
  if (already) return `${path} was imported before: ${name} is served at /${key}. Nothing was written.\n`;
  const content = `${formatCount(events, 'event')}, ${formatCount(manifest.counts.files, 'file')}`;
  const whom = people.map(describeMatch).join('');
  if (isDryRun)
    return `${path} is whole (SHA-256 of its manifest ${sha256}) and would be imported as ${key}: ${content}. Nothing was written.\n${whom}`;
  const withheld = [
    ...(timers > 0 ? [`${formatCount(timers, 'timer')} that were due did nothing`] : []),
    ...(calls > 0 ? [`${formatCount(calls, 'open call')} were not sent: see daybook calls`] : []),
  ];
  return (
    `${name} is imported, served at /${key}: ${content}.\n` +
    (withheld.length > 0 ? `${withheld.join('; ')}.\n` : '') +
    whom +
    'Roles are not imported: give them to the people here.\n'
  );
}

function describeMatch({ archived, id, isNew, namesake }: MatchedPerson): string {
  const { name, signInName, roles } = archived;
  const who = [
    archived.erased ? 'an erased person' : (name ?? 'somebody whose name cannot be read'),
    ...(signInName === null ? [] : [`signed in as ${signInName}`]),
    ...(roles.length === 0 ? [] : [`was ${roles.join(', ')}`]),
  ].join(', ');
  const here = isNew ? `known from the archive only` : id === archived.id ? 'the same here' : `${id} here`;
  const proposal =
    isNew && namesake !== undefined
      ? `. Somebody here signs in so: to take them for the same, put ${archived.id},${signInName} into the table`
      : '';
  return `  ${toPrintableLine(`${archived.id}  ${who}: ${here}${proposal}`)}\n`;
}
