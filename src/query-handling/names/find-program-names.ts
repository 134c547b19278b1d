import type { Metadata } from '#domain/event.js';
import type { TokenDocument } from '#projections/read-models/tokens/token-document.js';
import { createTokensReadModel } from '#projections/read-models/tokens/tokens-projection.js';
import type { QueryDependencies } from '../query-dependencies.js';

interface EventOfProgram {
  readonly metadata: Pick<Metadata, 'program'>;
}

/** API token → name of the program that used it. */
export async function findProgramNames(
  { readModels, personal }: Pick<QueryDependencies, 'readModels' | 'personal'>,
  events: readonly EventOfProgram[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(events.flatMap(({ metadata: { program } }) => program ?? []));
  if (ids.size === 0) return new Map();
  const documents = await createTokensReadModel(readModels).byIds(ids);
  const opened = (await personal.openForDisplay(documents)) as readonly TokenDocument[];
  return new Map(opened.flatMap(({ id, name }) => (typeof name === 'string' ? [[id, name] as const] : [])));
}
