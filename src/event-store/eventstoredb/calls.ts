// Single calls: one question to a node, its answer within a time, and no call left behind.
import type { ServiceError } from '@grpc/grpc-js';
import type messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { eventIn, type Found } from './answers.js';
import type { Cluster } from './cluster.js';
import { asFailure, isWorthAnotherConnection, noAnswer } from './failures.js';
import type { Node, ReadCall } from './node.js';
import { within } from './patience.js';

/** Runs a call on the node to ask now; one that a new connection may mend is not asked of this one again. */
export async function onNode<T>(
  cluster: Cluster,
  milliseconds: number,
  call: (node: Node) => Promise<T>,
): Promise<T> {
  const node = await within(milliseconds, cluster.node());
  try {
    return await call(node);
  } catch (error) {
    if (isWorthAnotherConnection(error)) cluster.leave(node, error);
    throw error;
  }
}

/** undefined: no such stream. Each answer is waited for, for so many milliseconds. */
export async function readAnswers(
  node: Node,
  request: messages.ReadReq,
  milliseconds: number,
): Promise<readonly Found[] | undefined> {
  const call = node.read(request, { requiresLeader: true });
  const found: Found[] = [];
  let silence: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const wait = () => {
        clearTimeout(silence);
        silence = setTimeout(() => reject(noAnswer(milliseconds)), milliseconds);
      };
      wait();
      call
        .on('data', (answer: messages.ReadResp) => {
          wait();
          if (answer.hasStreamNotFound()) resolve(undefined);
          const event = eventIn(answer);
          if (event) found.push(event);
        })
        .on('error', (error) => reject(asFailure(error)))
        .on('end', () => resolve(found));
    });
  } finally {
    clearTimeout(silence);
    cancel(call);
  }
}

/** Throws what the server answers, or `NoAnswer`. */
export async function sendAppend(
  node: Node,
  requests: readonly messages.AppendReq[],
  milliseconds: number,
): Promise<messages.AppendResp> {
  let answer = (_error: ServiceError | null, _response: messages.AppendResp) => {};
  const call = node.append((error, response) => answer(error, response));
  const answered = new Promise<messages.AppendResp>((resolve, reject) => {
    answer = (error, response) => (error ? reject(asFailure(error)) : resolve(response));
    call.on('error', (error: Error) => reject(asFailure(error)));
  });
  try {
    for (const request of requests) call.write(request);
    call.end();
    return await within(milliseconds, answered);
  } finally {
    call.cancel();
  }
}

/** Also one that has ended: then nothing happens. Whatever comes of it is of no interest any more. */
export function cancel(call: ReadCall): void {
  call.removeAllListeners('data').on('error', () => {});
  call.cancel();
}
