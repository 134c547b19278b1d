// What every write to a generation passes: its record has to be as the writer knows it, and is changed by compare-and-set.
import type { Binary, ClientSession } from 'mongodb';
import { DamagedGeneration, WrittenElsewhere } from '#projections/port/read-model-errors.js';
import type { MongoConnection } from './mongo-connection.js';
import { type GenerationRecord, newStamp, type ReadRecord, recordsOf } from './generation-record.js';

export type GenerationUpdate = Partial<
  Pick<GenerationRecord, 'checkpoint' | 'last' | 'collections' | 'session'>
>;

/** A generation's record as one handle knows it. */
export class Fence {
  private constructor(
    private readonly connection: MongoConnection,
    private readonly readRecord: ReadRecord,
    /** As this handle read it, or changed it last. */
    public known: GenerationRecord,
    private readonly token: number,
  ) {}

  /** `token`: claims it, unless a greater one has. Throws `DamagedGeneration`, `WrittenElsewhere`. */
  static async open(
    connection: MongoConnection,
    readRecord: ReadRecord,
    { id, token = 0 }: { readonly id: string; readonly token?: number },
  ): Promise<Fence> {
    const records = recordsOf(connection);
    const seen = await readRecord(id);
    if (!seen) throw gone(connection, id);
    if (token === 0) return new Fence(connection, readRecord, seen, 0);
    if (seen.token < token) await killSession(connection, seen.session);
    const claimed = await connection.reach(() =>
      records.findOneAndUpdate(
        { _id: id, token: { $lte: token } },
        { $set: { token } },
        { returnDocument: 'after' },
      ),
    );
    if (!claimed)
      throw new WrittenElsewhere(`${id} is written under lease ${seen.token}, and ${token} is older`);
    return new Fence(connection, readRecord, claimed, token);
  }

  /** As it is stored now. Throws `DamagedGeneration`. */
  async read(): Promise<GenerationRecord> {
    const { connection, known } = this;
    const found = await this.readRecord(known._id);
    if (!found) throw gone(connection, known._id);
    return found;
  }

  /** Throws `WrittenElsewhere` unless everything is as this handle knows it. */
  async check(): Promise<void> {
    const now = await this.read();
    if (now.stamp !== this.known.stamp || now.token !== this.token) throw this.elsewhere(now);
  }

  /**
   * Changes it, if it still is as this handle knows it. Throws `WrittenElsewhere`, and `ReadModelsUnavailable` where it was not
   * changed, as far as can be known.
   */
  async advance(change: GenerationUpdate): Promise<void> {
    const stamp = newStamp();
    try {
      await this.connection.reach(() => this.set(change, stamp));
    } catch (error) {
      if (!(await this.settled(stamp))) throw error;
    }
    this.changed(change, stamp);
  }

  /** The same as the last step of a transaction; `changed` when it is known to be committed. */
  async set(change: GenerationUpdate, stamp: string, session?: ClientSession): Promise<void> {
    const { known, token } = this;
    const expected = { _id: known._id, stamp: known.stamp, token };
    const { matchedCount } = await recordsOf(this.connection).updateOne(
      expected,
      { $set: { ...change, stamp } },
      { session },
    );
    if (matchedCount === 1) return;
    const now = await recordsOf(this.connection).findOne({ _id: known._id }, { session });
    if (!now) throw gone(this.connection, known._id);
    // It was changed already, by a try whose answer was lost.
    if (now.stamp === stamp) return;
    throw this.elsewhere(now);
  }

  changed(change: GenerationUpdate, stamp: string): void {
    this.known = { ...this.known, ...change, stamp };
  }

  /** After an answer was lost: whether the change is stored. Where nobody can tell, it is not for this handle: see `set`. */
  async settled(stamp: string): Promise<boolean> {
    try {
      return (await this.read()).stamp === stamp;
    } catch {
      return false;
    }
  }

  private elsewhere(now: GenerationRecord): WrittenElsewhere {
    const { known, token } = this;
    if (now.token !== token)
      return new WrittenElsewhere(`${known._id} is written under lease ${now.token}, this is ${token}`);
    return new WrittenElsewhere(`${known._id} was at ${known.checkpoint} and is at ${now.checkpoint} now`);
  }
}

function gone({ shown }: MongoConnection, id: string): DamagedGeneration {
  return new DamagedGeneration(
    `Generation ${id} is not in ${shown} any more. Nothing is lost: \`daybook replay\` builds it again from the events.`,
  );
}

/** MongoDB keeps a transaction open for a minute after its process has died, and what it wrote locked. */
export async function killSession({ client }: MongoConnection, session: Binary | null): Promise<void> {
  if (session === null) return;
  try {
    await client.db('admin').command({ killSessions: [{ id: session }] });
  } catch {
    // Where the user may not, or the server cannot, the minute is waited for.
  }
}
