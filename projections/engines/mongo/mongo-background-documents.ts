import type { BackgroundDocument, BackgroundDocuments } from '#projections/port/background-documents.js';
import type { MongoConnection } from './mongo-connection.js';
import { isDuplicateKey } from './mongo-errors.js';

interface StoredDocument {
  readonly _id: { readonly kind: string; readonly id: string };
  readonly revision: number;
  /** JSON, as names of members may be any. */
  readonly content: string;
}

export function createMongoBackgroundDocuments({
  database,
  runOperation,
}: MongoConnection): BackgroundDocuments {
  const documents = database.collection<StoredDocument>('background_documents');
  return {
    async backgroundDocuments(kind) {
      const found = await runOperation(() => documents.find({ '_id.kind': kind }).toArray());
      return found.map(toDocument).sort((one, other) => (one.id < other.id ? -1 : 1));
    },
    async backgroundDocument(kind, id) {
      const found = await runOperation(() => documents.findOne({ _id: { kind, id } }));
      return found ? toDocument(found) : undefined;
    },
    async changeBackgroundDocument(kind, { id, revision, content }) {
      const next = { revision: revision + 1, content: JSON.stringify(content) };
      if (revision === 0) return runOperation(() => insert({ _id: { kind, id }, ...next }));
      const { matchedCount } = await runOperation(() =>
        documents.updateOne({ _id: { kind, id }, revision }, { $set: next }),
      );
      return matchedCount === 1;
    },
    async removeBackgroundDocument(kind, id) {
      await runOperation(() => documents.deleteOne({ _id: { kind, id } }));
    },
  };

  async function insert(document: StoredDocument): Promise<boolean> {
    try {
      await documents.insertOne(document);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}

const toDocument = ({ _id, revision, content }: StoredDocument): BackgroundDocument => ({
  id: _id.id,
  revision,
  content: JSON.parse(content) as unknown,
});
