// Streams from which events were taken out, found by what is said about streams: to ask each of them would take as long as there are many.
import type { Troubles } from '#platform/troubles.js';
import { StreamCut } from '../event-store.js';
import type { Found } from './answers.js';
import { inOurWords } from './failures.js';
import { hasWhole } from './read-stream.js';
import type { About } from './requests.js';
import type { Server } from './rights-in-words.js';
import { nameOf, subjectOf } from './stored-names.js';
import type { StreamReader } from './stream-reader.js';
import { cut } from './told.js';

interface Parts extends Server {
  readonly reader: StreamReader;
  /** Told of each. */
  readonly troubles: Troubles;
}

const PAGE = 1_000;

/** `isOurs`: of a stream's name. Throws `EventStoreUnavailable`. */
export async function findCuts(
  parts: Parts,
  isOurs: (stream: string) => boolean,
): Promise<readonly StreamCut[]> {
  const cuts: StreamCut[] = [];
  for (const stream of await namedStreams(parts)) {
    const found = isOurs(stream) ? await cutOf(parts, stream) : undefined;
    if (!found) continue;
    parts.troubles.tell(cut(found));
    cuts.push(found);
  }
  return cuts;
}

/** Those that something is said about, each once. */
async function namedStreams({ reader, ...server }: Parts): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  try {
    for (const what of ['said', 'deleted'] as const)
      for await (const { stream } of eachAbout(reader, what)) names.add(nameOf(subjectOf(stream)));
    return names;
  } catch (error) {
    throw inOurWords(error, server);
  }
}

async function* eachAbout(reader: StreamReader, what: About): AsyncGenerator<Found> {
  for (let from: bigint | undefined; ;) {
    const page = await reader.about(what, from, PAGE);
    yield* page;
    const last = page.at(-1)?.position;
    if (last === undefined || page.length < PAGE || last === from) return;
    from = last;
  }
}

async function cutOf(parts: Parts, stream: string): Promise<StreamCut | undefined> {
  try {
    await hasWhole(parts, stream);
    return undefined;
  } catch (error) {
    const told = inOurWords(error, { ...parts, stream });
    if (told instanceof StreamCut) return told;
    throw told;
  }
}
