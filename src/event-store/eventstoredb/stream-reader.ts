// Reads single streams and the log's end: one question, one answer, asked again while the server is away for a moment.
// A search through the log is silent while it passes over what nobody asked for, be it millions of events: it is waited for as long as
// the server answers something else.
import type { ReadEvent } from './answers.js';
import { onNode, readAnswers } from './calls.js';
import { withRight, NoAnswer } from './failures.js';
import { patiently, type Timing } from './patience.js';
import * as requests from './requests.js';
import { READ_ALL, type Right } from './describe-rights.js';
import type { Cluster } from './node.js';
import { isMetadata, fromStoredName, subjectOf } from './stored-names.js';

export interface StreamReader {
  /** Events of a stream from a revision on, at most so many; undefined: no such stream. */
  forwards(stream: string, from: number, most?: number): Promise<readonly ReadEvent[] | undefined>;
  /** The stream's last event; undefined: there is none. */
  last(stream: string): Promise<ReadEvent | undefined>;
  /** At most so many events of the log from a position on, without the system's. */
  on(from: bigint | undefined, most: number): Promise<readonly ReadEvent[]>;
  /** The same, of what is said about streams: how much of them counts, and that they were deleted. */
  about(
    what: requests.StreamMetadataKind,
    from: bigint | undefined,
    most: number,
  ): Promise<readonly ReadEvent[]>;
  /** At most so many before a position, the last first. `everything`: also the system's. */
  back(before: bigint | undefined, most: number, everything?: boolean): Promise<readonly ReadEvent[]>;
}

/** `closing`: no search is waited for any more. */
export function createStreamReader(cluster: Cluster, timing: Timing, closing?: AbortSignal): StreamReader {
  const read = (request: Uint8Array, right: Right = READ_ALL) =>
    withRight(right, () =>
      patiently(timing, async (longest) =>
        onNode(cluster, longest, (node) => readAnswers(node, request, longest)),
      ),
    );
  const search = (request: Uint8Array) =>
    withRight(READ_ALL, () =>
      patiently(timing, async (longest) =>
        onNode(cluster, longest, (node) =>
          readAnswers(node, request, longest, async () => {
            if (closing?.aborted) throw new NoAnswer('nobody waits any more');
            return readAnswers(node, requests.readBack({ count: 1 }, true), longest);
          }),
        ),
      ),
    );
  return {
    forwards: (stream, from, most) => read(requests.readStreamRequest(stream, from, most), toRead(stream)),
    last: async (stream) => (await read(requests.lastOfStream(stream), toRead(stream)))?.[0],
    on: async (from, most) => (await search(requests.readOn({ at: from, count: most }))) ?? [],
    about: async (what, from, most) =>
      (await search(requests.readAbout(what, { at: from, count: most }))) ?? [],
    back: async (before, most, everything) =>
      (await (everything ? read : search)(requests.readBack({ at: before, count: most }, everything))) ?? [],
  };
}

/** `stored`: as it is stored; also of the stream in which something is said about another one. */
const toRead = (stored: string): Right =>
  isMetadata(stored)
    ? { to: 'read what is said about', stream: fromStoredName(subjectOf(stored)) }
    : { to: 'read', stream: fromStoredName(stored) };
