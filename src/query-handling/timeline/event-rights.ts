// What a viewer may see of each event. One query per record, not per event.
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import type { TimelineEntry } from '#projections/read-models/timeline/timeline-projection.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { listTemplateFields } from '#domain/evaluate-expressions.js';
import { RecordRef } from '#domain/stream-names.js';
import { findEntityVocabulary, toCurrentName } from '#specification/current-title.js';
import { getVocabulary, type Vocabulary } from '#specification/version-vocabulary.js';
import type { TitledEntities } from '#specification/naming/version-titles.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { openSealedContents, toRecordInScope } from '../visibility/visible-records.js';
import { deriveReadRights, type ReadRights } from '../visibility/read-rights.js';
import type { Viewer } from '../viewer.js';
import type { ConditionalRightSource, EventRights } from './redact-event.js';
import { parseSubjectPerson, parseSubjectRecord } from './event-subject.js';
import { findEarlierVocabularies, listRenamesSince, type VersionWords } from './event-wording.js';

export interface TimelineViewer {
  readonly viewer: Viewer;
  readonly published: ReadonlyMap<string, PublishedVersion>;
}

type RightsOfEntry = (entry: Pick<TimelineEntry, 'subject'>) => EventRights;

export async function findEventRights(
  sources: QueryDependencies,
  entries: readonly Pick<TimelineEntry, 'subject'>[],
  watching: TimelineViewer,
): Promise<RightsOfEntry> {
  const byEntity = new Map<string, RecordRef[]>();
  for (const entry of entries) {
    const record = parseSubjectRecord(entry);
    if (!record) continue;
    const { application, entity } = record;
    const of = JSON.stringify([application, entity]);
    byEntity.set(of, [...(byEntity.get(of) ?? []), record]);
  }
  const known = new Map<TimelineEntry['subject'], EventRights>();
  for (const about of byEntity.values()) await learnRights(sources, about, watching, known);
  return ({ subject }) => known.get(subject) ?? NO_RIGHTS;
}

const NO_RIGHTS: EventRights = {
  readable: false,
  title: false,
  everything: false,
  hidden: new Set(),
  visible: () => false,
  identity: false,
  operates: false,
  conditionHidden: () => true,
};

async function learnRights(
  sources: QueryDependencies,
  about: readonly RecordRef[],
  { viewer, published }: TimelineViewer,
  known: Map<TimelineEntry['subject'], EventRights>,
): Promise<void> {
  const { application, entity: key } = about[0]!;
  const current = published.get(application);
  const entity =
    current && Object.hasOwn(current.specification.entities, key)
      ? current.specification.entities[key]
      : undefined;
  if (!current || !entity) return;
  const readRights = deriveReadRights({
    specification: current.specification,
    entity,
    viewer,
    now: sources.now(),
  });
  const earlier = await earlierVersions(sources, current);
  const since = await listRenamesSince(sources, current);
  const nameNow = (version: number, field: string) =>
    toCurrentName(since(version), { of: 'field', entity: key, path: [field] }).path[0]!;
  const operates = viewer.admin || viewer.auditor;
  const versions = [
    ...earlier.words,
    { version: current.version, words: getVocabulary(current.specification) },
  ];
  const records = createRecordsReadModel(sources.readModels, { application, entity: key });
  const documents = await records.byIds(about.map(({ id }) => id));
  const opened = await openSealedContents(sources.personal, documents);
  documents.forEach((document, index) => {
    const record = toRecordInScope(document, opened[index]!);
    known.set(
      RecordRef.of(document).name,
      rightsOf(readRights, record, earlier, { nameNow, identity: viewer.admin, operates, versions }),
    );
  });
}

interface EarlierVersions {
  readonly versions: readonly { readonly version: number; readonly titled: TitledEntities }[];
  /** false: an unknown version may have restricted anything. */
  readonly all: boolean;
  readonly words: readonly Pick<VersionWords, 'version' | 'words'>[];
}

/** Any version may have restricted a removed field. */
async function earlierVersions(
  sources: QueryDependencies,
  { specification: { key }, version }: PublishedVersion,
): Promise<EarlierVersions> {
  const found = await findEarlierVocabularies(sources, key, version);
  const versions = found.flatMap(({ version, words }) =>
    words?.titled ? [{ version, titled: words.titled }] : [],
  );
  return { versions, all: versions.length === found.length, words: found };
}

interface RightsSource {
  readonly nameNow: (version: number, field: string) => string;
  readonly identity: boolean;
  readonly operates: boolean;
  readonly versions: readonly Pick<VersionWords, 'version' | 'words'>[];
}

/** A name may have stood for several fields, so readers need all of them. */
function rightsOf(
  readRights: ReadRights,
  record: Parameters<ReadRights['canReadRecord']>[0],
  { versions, all }: EarlierVersions,
  { nameNow, identity, operates, versions: known }: RightsSource,
): EventRights {
  const { entity } = readRights;
  const readable = readRights.canReadRecord(record);
  const hidden = readRights.hidden(record);
  const declared = new Set(entity.fields.map(({ key }) => key));
  const earlier = versions.flatMap(({ version, titled: { entities } }) =>
    Object.hasOwn(entities, entity.key) ? [{ version, entity: entities[entity.key]! }] : [],
  );
  const former = earlier.map((each) => each.entity);
  const [stoodFor, restricted] = [new Map<string, Set<string>>(), new Set<string>()];
  for (const { version, entity: then } of earlier)
    for (const { key } of then.fields) {
      const name = nameNow(version, key);
      stoodFor.set(key, (stoodFor.get(key) ?? new Set()).add(name));
      if (Object.hasOwn(then.permissions.fields, key) && then.permissions.fields[key]!.read)
        restricted.add(name);
    }
  // Removed fields stay visible if no version restricted them.
  const isOpen = (name: string) => (declared.has(name) ? !hidden.has(name) : all && !restricted.has(name));
  const visible = (field: string) => {
    const names = [...(stoodFor.get(field) ?? []), ...(declared.has(field) ? [field] : [])];
    return names.length > 0 && names.every(isOpen);
  };
  const titleFields = [entity, ...former].flatMap((each) =>
    listTemplateFields(each, each.recordTitle.source),
  );
  const everything =
    all && hidden.size === 0 && former.every((each) => each.fields.every(({ key }) => visible(key)));
  return {
    readable,
    title: all && titleFields.every(visible),
    everything,
    hidden,
    visible,
    identity,
    operates,
    conditionHidden: (of, version) =>
      known.some(
        (each) =>
          (version === undefined || each.version === version) &&
          (each.words
            ? conditionFields(each.words, entity.key, of).some((key) => !visible(key))
            : hidden.size > 0),
      ),
  };
}

function conditionFields(words: Vocabulary, entity: string, of: ConditionalRightSource): readonly string[] {
  const { fields = [], timers = [] } = findEntityVocabulary(words, entity) ?? {};
  const call = 'call' in of && Object.hasOwn(words.calls, of.call) ? words.calls[of.call] : undefined;
  const deciding = timers.filter((timer) =>
    'call' in of ? timer.calls.includes(of.call) : timer.key === of.timer,
  );
  const names = new Set([...(call?.condition ?? []), ...deciding.flatMap(({ condition }) => condition)]);
  return fields.map(({ key }) => key).filter((key) => names.has(key));
}

/** Rights to events of people and applications. */
export const getRightsToNonRecordEvents = (
  entry: TimelineEntry,
  { admin, auditor, id }: Viewer,
): EventRights => ({
  readable: true,
  title: true,
  everything: false,
  hidden: new Set(),
  visible: () => true,
  identity: admin || parseSubjectPerson(entry) === id,
  operates: admin || auditor,
  conditionHidden: () => false,
});
