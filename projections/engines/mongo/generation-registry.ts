// One document per projection, so that a switch is one change on every deployment. Numbers are never reused.
import type { Collection } from 'mongodb';
import {
  QUARANTINED_VERSION,
  type FoundDifferences,
  type KnownGeneration,
} from '#projections/port/generations.js';
import type { GenerationInfo } from '#projections/port/generation.js';
import type { MongoConnection } from './mongo-connection.js';
import { dropGenerationData, toGenerationId } from './generation-collections.js';
import { isDuplicateKey } from './mongo-errors.js';
import { createGenerationRecord, generationRecords } from './generation-record.js';

interface ProjectionRecord {
  readonly _id: string;
  readonly last: number;
  readonly active?: number;
  /** Numbers of generations that were active. */
  readonly served?: readonly number[];
  readonly generations?: readonly { readonly number: number; readonly version: number }[];
  readonly differing?: Readonly<Record<string, number>>;
  readonly changes?: number;
}

const projectionsOf = ({ database }: MongoConnection) => database.collection<ProjectionRecord>('generations');

const GENERATION_NAME = /^[a-z][a-z0-9-]*$/;

export function createGenerationRegistry(connection: MongoConnection) {
  const projections = projectionsOf(connection);
  const records = generationRecords(connection);
  const { runOperation } = connection;
  const find = (projection?: string) =>
    runOperation(() =>
      projections.find(projection === undefined ? {} : { _id: projection }, { sort: { _id: 1 } }).toArray(),
    );
  return {
    async generations(projection?: string): Promise<readonly GenerationInfo[]> {
      const found = (await find(projection)).flatMap(toGenerationInfos);
      const ids = found.map((info) => toGenerationId(info.projection, info.number));
      const known = await runOperation(() =>
        records
          .find({ _id: { $in: ids } }, { projection: { checkpoint: 1, last: 1 }, batchSize: ids.length + 1 })
          .toArray(),
      );
      const byId = new Map(known.map((each) => [each._id, each]));
      return found.map((info) => {
        const { checkpoint = 0, last } = byId.get(toGenerationId(info.projection, info.number)) ?? {};
        return { ...info, checkpoint, ...(last && { last }) };
      });
    },
    create: async (projection: string, version: number): Promise<GenerationInfo> =>
      (await createUnless(connection, { projection, version, isThere: () => false }))!,
    createUnless: (projection: string, version: number, isThere: Creation['isThere']) =>
      createUnless(connection, { projection, version, isThere }),
    async activate(projection: string, number: number, found?: FoundDifferences): Promise<void> {
      const differing = found && { [`differing.${found.generation}`]: found.differences };
      const { matchedCount } = await runOperation(() =>
        projections.updateOne(
          { _id: projection, 'generations.number': number },
          { $set: { active: number, ...differing }, $addToSet: { served: number }, $inc: { changes: 1 } },
        ),
      );
      if (matchedCount === 0) throw noSuchGenerationError(projection, number);
    },
    drop: (projection: string, number: number) => drop(connection, projection, number),
    quarantine: (projection: string, number: number) => quarantine(connection, projection, number),
    /** Differs after each activation or drop. */
    async readChanges(): Promise<string> {
      const all = await projections.find({}, { projection: { changes: 1 }, sort: { _id: 1 } }).toArray();
      return JSON.stringify(all.map(({ _id, changes = 0 }) => [_id, changes]));
    },
  };
}

async function drop(connection: MongoConnection, projection: string, number: number): Promise<void> {
  const projections = projectionsOf(connection);
  const { matchedCount } = await connection.runOperation(() =>
    projections.updateOne(
      { _id: projection, active: { $ne: number }, 'generations.number': number },
      {
        $pull: { generations: { number }, served: number },
        $unset: { [`differing.${number}`]: 1 },
        $inc: { changes: 1 },
      },
    ),
  );
  if (matchedCount === 0) {
    const found = await connection.runOperation(() => projections.findOne({ _id: projection }));
    if (found?.active !== number) throw noSuchGenerationError(projection, number);
    throw new Error(`Generation ${number} of ${projection} is the active one. Activate another one first.`);
  }
  await dropGenerationData(connection, toGenerationId(projection, number));
}

async function quarantine(connection: MongoConnection, projection: string, number: number): Promise<void> {
  const projections = projectionsOf(connection);
  for (;;) {
    const found = await connection.runOperation(() => projections.findOne({ _id: projection }));
    const { generations = [] } = found ?? {};
    if (!generations.some((each) => each.number === number)) throw noSuchGenerationError(projection, number);
    const quarantined = generations.map((each) =>
      each.number === number ? { ...each, version: QUARANTINED_VERSION } : each,
    );
    const { matchedCount } = await connection.runOperation(() =>
      projections.updateOne(
        { _id: projection, generations },
        { $set: { generations: quarantined }, $inc: { changes: 1 } },
      ),
    );
    if (matchedCount > 0) return;
  }
}

interface Creation {
  readonly projection: string;
  readonly version: number;
  readonly isThere: (known: KnownGeneration) => boolean;
}

async function createUnless(
  connection: MongoConnection,
  { projection, version, isThere }: Creation,
): Promise<GenerationInfo | undefined> {
  if (!GENERATION_NAME.test(projection)) throw new Error(`“${projection}” is not a name of a projection.`);
  const projections = projectionsOf(connection);
  return connection.runOperation(async () => {
    for (;;) {
      const found = await projections.findOne({ _id: projection });
      if (found && toGenerationInfos(found).some(isThere)) return undefined;
      const number = await nextNumber(projections, projection);
      const record = createGenerationRecord(toGenerationId(projection, number));
      await generationRecords(connection).insertOne(record);
      const { matchedCount } = await projections.updateOne(
        { _id: projection, ...asFound(found) },
        { $push: { generations: { number, version } } },
      );
      if (matchedCount > 0) return { projection, number, version, state: 'building', checkpoint: 0 };
      await generationRecords(connection).deleteOne({ _id: record._id });
    }
  });
}

/** Matches as long as no other process has created, dropped or activated one. */
const asFound = (found: ProjectionRecord | null) => ({
  generations: found?.generations ?? { $exists: false },
  active: found?.active ?? { $exists: false },
});

function toGenerationInfos({ _id, active, served = [], generations = [], differing = {} }: ProjectionRecord) {
  const state = (number: number) =>
    number === active
      ? ('active' as const)
      : served.includes(number)
        ? ('kept' as const)
        : ('building' as const);
  return [...generations]
    .sort((a, b) => a.number - b.number)
    .map(({ number, version }) => {
      const differences = differing[number];
      return {
        projection: _id,
        number,
        version,
        state: state(number),
        ...(differences !== undefined && { differences }),
      };
    });
}

function noSuchGenerationError(projection: string, number: number): Error {
  return new Error(`There is no generation ${number} of ${projection}.`);
}

async function nextNumber(projections: Collection<ProjectionRecord>, projection: string): Promise<number> {
  for (;;) {
    try {
      const found = await projections.findOneAndUpdate(
        { _id: projection },
        { $inc: { last: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      return found!.last;
    } catch (error) {
      // Another process created the first one at the same time.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
