// Single calls: one question to a node, its answer within a time, and no call left behind.
import type { AppendAnswer } from './append-answers.js';
import { readAnswerIn, type ReadEvent } from './answers.js';
import { asFailure, isWorthAnotherConnection, NoTimelyAnswer } from './failures.js';
import type { PendingAppend } from './append-stream.js';
import type { AnswerListener, GrpcCall } from './grpc.js';
import type { ClusterNode, Cluster } from './node.js';
import { within } from './patience.js';
import type { StreamAppend } from './requests.js';

/** Runs a call on the node to ask now; one that a new connection may mend is not asked of this one again. */
export async function onNode<T>(
  cluster: Cluster,
  milliseconds: number,
  call: (node: ClusterNode) => Promise<T>,
): Promise<T> {
  const node = await within(milliseconds, cluster.node());
  try {
    return await call(node);
  } catch (error) {
    if (isWorthAnotherConnection(error)) cluster.leave(node, error);
    throw error;
  }
}

/**
 * undefined: no such stream. Each answer is waited for, for so many milliseconds. `isAtWork`: asked where that was not enough; where it
 * does not throw, the answer is waited for again.
 */
export async function readAnswers(
  node: ClusterNode,
  request: Uint8Array,
  milliseconds: number,
  isAtWork?: () => Promise<unknown>,
): Promise<readonly ReadEvent[] | undefined> {
  const found: ReadEvent[] = [];
  let call: GrpcCall | undefined;
  let silence: NodeJS.Timeout | undefined;
  let isOver = false;
  try {
    return await new Promise((resolve, reject) => {
      const wait = () => {
        if (!isOver) silence = setTimeout(late, milliseconds);
      };
      const late = () => {
        if (isAtWork) isAtWork().then(wait, reject);
        else reject(new NoTimelyAnswer(milliseconds));
      };
      wait();
      call = node.read(
        request,
        { requiresLeader: true },
        {
          message(bytes) {
            silence?.refresh();
            const { event, isMissing } = readAnswerIn(bytes);
            if (isMissing) resolve(undefined);
            if (event) found.push(event);
          },
          failed: reject,
          end: () => resolve(found),
        },
      );
    });
  } catch (error) {
    throw asFailure(error);
  } finally {
    isOver = true;
    clearTimeout(silence);
    call?.cancel();
  }
}

/** The one message of an answer. Throws what the server answers, or `NoAnswer`. */
export async function oneAnswer(
  milliseconds: number,
  ask: (answers: AnswerListener) => GrpcCall,
): Promise<Buffer> {
  let call: GrpcCall | undefined;
  const answered = new Promise<Buffer>((resolve, reject) => {
    let answer: Buffer | undefined;
    call = ask({
      message: (bytes) => (answer = bytes),
      failed: reject,
      end: () => (answer ? resolve(answer) : reject(new Error('the answer is empty'))),
    });
  });
  try {
    return await within(milliseconds, answered);
  } catch (error) {
    throw asFailure(error);
  } finally {
    call?.cancel();
  }
}

/** Throws what the server answers, or `NoAnswer`. */
export async function sendAppend(
  node: ClusterNode,
  append: StreamAppend,
  milliseconds: number,
): Promise<AppendAnswer> {
  let pending: PendingAppend | undefined;
  try {
    pending = node.append(append);
    return await within(milliseconds, pending.answer);
  } catch (error) {
    throw asFailure(error);
  } finally {
    pending?.forget();
  }
}
