// Each write compares and sets the generation's record.
import type { Binary, ClientSession } from 'mongodb';
import { DamagedGeneration, WrittenElsewhere } from '#projections/port/read-model-errors.js';
import type { MongoConnection } from './mongo-connection.js';
import {
  type GenerationRecord,
  createGenerationStamp,
  type ReadGenerationRecord,
  generationRecords,
} from './generation-record.js';

export type GenerationUpdate = Partial<
  Pick<GenerationRecord, 'checkpoint' | 'last' | 'collections' | 'session'>
>;

export class GenerationFence {
  private constructor(
    private readonly connection: MongoConnection,
    private readonly readRecord: ReadGenerationRecord,
    public lastKnown: GenerationRecord,
    private readonly token: number,
  ) {}

  /** `token` claims the generation, unless a greater one has. Throws `DamagedGeneration`, `WrittenElsewhere`. */
  static async open(
    connection: MongoConnection,
    readRecord: ReadGenerationRecord,
    { id, token = 0 }: { readonly id: string; readonly token?: number },
  ): Promise<GenerationFence> {
    const records = generationRecords(connection);
    const found = await readRecord(id);
    if (!found) throw missingGenerationError(connection, id);
    if (token === 0) return new GenerationFence(connection, readRecord, found, 0);
    if (found.token < token) await killSession(connection, found.session);
    const claimed = await connection.runOperation(() =>
      records.findOneAndUpdate(
        { _id: id, token: { $lte: token } },
        { $set: { token } },
        { returnDocument: 'after' },
      ),
    );
    if (!claimed)
      throw new WrittenElsewhere(`${id} is written under lease ${found.token}, and ${token} is older`);
    return new GenerationFence(connection, readRecord, claimed, token);
  }

  async read(): Promise<GenerationRecord> {
    const { connection, lastKnown } = this;
    const found = await this.readRecord(lastKnown._id);
    if (!found) throw missingGenerationError(connection, lastKnown._id);
    return found;
  }

  /** Throws `WrittenElsewhere`. */
  async check(): Promise<void> {
    const now = await this.read();
    if (now.stamp !== this.lastKnown.stamp || now.token !== this.token) throw this.writtenElsewhereError(now);
  }

  /** Throws `WrittenElsewhere`, and `ReadModelsUnavailable` where presumably nothing changed. */
  async advance(change: GenerationUpdate): Promise<void> {
    const stamp = createGenerationStamp();
    try {
      await this.connection.runOperation(() => this.writeChange(change, stamp));
    } catch (error) {
      if (!(await this.isStored(stamp))) throw error;
    }
    this.noteChange(change, stamp);
  }

  /** Last step of a transaction; call `noteChange` after the commit. */
  async writeChange(change: GenerationUpdate, stamp: string, session?: ClientSession): Promise<void> {
    const { lastKnown, token } = this;
    const expected = { _id: lastKnown._id, stamp: lastKnown.stamp, token };
    const { matchedCount } = await generationRecords(this.connection).updateOne(
      expected,
      { $set: { ...change, stamp } },
      { session },
    );
    if (matchedCount === 1) return;
    const now = await generationRecords(this.connection).findOne({ _id: lastKnown._id }, { session });
    if (!now) throw missingGenerationError(this.connection, lastKnown._id);
    if (now.stamp === stamp) return;
    throw this.writtenElsewhereError(now);
  }

  noteChange(change: GenerationUpdate, stamp: string): void {
    this.lastKnown = { ...this.lastKnown, ...change, stamp };
  }

  /** After a lost answer. Unknown counts as no: `writeChange` then detects it. */
  async isStored(stamp: string): Promise<boolean> {
    try {
      return (await this.read()).stamp === stamp;
    } catch {
      return false;
    }
  }

  private writtenElsewhereError(now: GenerationRecord): WrittenElsewhere {
    const { lastKnown, token } = this;
    if (now.token !== token)
      return new WrittenElsewhere(`${lastKnown._id} is written under lease ${now.token}, this is ${token}`);
    return new WrittenElsewhere(
      `${lastKnown._id} was at ${lastKnown.checkpoint} and is at ${now.checkpoint} now`,
    );
  }
}

function missingGenerationError({ displayUrl }: MongoConnection, id: string): DamagedGeneration {
  return new DamagedGeneration(
    `Generation ${id} is not in ${displayUrl} any more. Nothing is lost: \`daybook replay\` builds it again from the events.`,
  );
}

/** MongoDB keeps a dead process' transaction, with its locks, for a minute. */
export async function killSession({ client }: MongoConnection, session: Binary | null): Promise<void> {
  if (session === null) return;
  try {
    await client.db('admin').command({ killSessions: [{ id: session }] });
  } catch {
    // Without the right, or unsupported, the minute passes.
  }
}
