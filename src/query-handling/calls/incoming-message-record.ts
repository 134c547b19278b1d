// Query: which record a message from outside is about. What it may do is decided by the secret and by the record's rules.
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { isRecordId } from '#domain/stream-names.js';
import { renderCallText } from '#specification/cel/call-content.js';
import type { Receive } from '#specification/model/specification.js';
import type { QueryDependencies } from '../query-dependencies.js';

export interface ReceiveDefinition {
  readonly published: PublishedVersion;
  readonly receive: Receive;
}

/** undefined: the document declares no such receiver. */
export async function findReceive(
  { specifications }: Pick<QueryDependencies, 'specifications'>,
  application: string,
  name: string,
): Promise<ReceiveDefinition | undefined> {
  const published = await specifications.current(application);
  const receive = published?.specification.receives.find(({ key }) => key === name);
  return published && receive && { published, receive };
}

/** The one record that has the number, or the id, that the message names, and its version; undefined: none has. */
export async function findRecordForMessage(
  { readModels, now }: Pick<QueryDependencies, 'readModels' | 'now'>,
  { published, receive: { entity, find } }: ReceiveDefinition,
  body: unknown,
): Promise<{ readonly id: string; readonly version: number } | undefined> {
  const named = renderCallText([find], { body, now: now() });
  if (named === '') return undefined;
  const records = createRecordsReadModel(readModels, { application: published.specification.key, entity });
  if (isRecordId(named)) return (await records.byIds([named]))[0];
  return (await records.find({ filter: { number: named }, limit: 1 })).documents[0];
}
